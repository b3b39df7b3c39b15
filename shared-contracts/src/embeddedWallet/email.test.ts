import fc from 'fast-check'
import { safeParse } from 'valibot'
import { EMAIL_MAX, EmailText, emailIdentity, isCommonEmail } from './email.ts'

const read = (text: unknown) => {
  const { success, output } = safeParse(EmailText, text)
  return success ? output : undefined
}

test.each([
  ['ada@shop.example', 'ada@shop.example'],
  ['  Ada@SHOP.Example ', 'Ada@shop.example'],
  ['ada+tag@shop.example', 'ada+tag@shop.example'],
  ["o'brien@shop.example", "o'brien@shop.example"],
  ['a.b-c_d@mail.shop.co', 'a.b-c_d@mail.shop.co'],
  ['用户@例子.公司', '用户@例子.公司'],
  ['ada@xn--fsqu00a.xn--55qx5d', 'ada@xn--fsqu00a.xn--55qx5d'],
  ['e\u0301va@shop.example', '\u00e9va@shop.example'],
])('%j is an e-mail address', (typed, kept) => {
  expect(read(typed)).toBe(kept)
})

test.each([
  '',
  ' ',
  'ada',
  '@shop.example',
  'ada@',
  'ada@shop',
  'ada@@shop.example',
  'a@b@shop.example',
  '.ada@shop.example',
  'ada.@shop.example',
  'a..da@shop.example',
  'a da@shop.example',
  'ada@shop .example',
  'ada@shop.e',
  'ada@shop.123',
  'ada@-shop.example',
  'ada@shop-.example',
  'ada@.example',
  'ada@shop.example.',
  '"ada"@shop.example',
  'ada@[127.0.0.1]',
  'ada<x>@shop.example',
  'ada\u0000@shop.example',
  'ada\u200b@shop.example',
  'ada\r\nBcc: x@shop.example',
  `${'a'.repeat(65)}@shop.example`,
  `ada@${'a'.repeat(64)}.example`,
  `a@${'a.'.repeat(125)}example`,
  7,
  null,
])('%j is not an e-mail address', (typed) => {
  expect(read(typed)).toBeUndefined()
})

test('parsing an address twice gives the same address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme' })), (typed) => {
      const once = read(typed)
      if (once !== undefined) expect(read(once)).toBe(once)
    }),
  )
})

test('a text that is almost an address is refused as fast as any other', () => {
  for (const unit of ['a', '.', '-', '@', 'a.', 'a-', 'a@', '\u0301', ' ']) {
    const text = unit.repeat(Math.floor(EMAIL_MAX / unit.length) - 1)
    for (const hostile of [text, `${text}@`, `a@${text}`.slice(0, EMAIL_MAX), text.repeat(1_000)]) {
      expect(read(`${hostile}!`)).toBeUndefined()
    }
  }
})

test('addresses that differ only in case are one identity; a plus suffix or a look-alike letter makes another', () => {
  const same = (left: string, right: string) => emailIdentity(read(left) ?? '') === emailIdentity(read(right) ?? '')
  expect(same('A@x.example', 'a@X.example')).toBe(true)
  expect(same('e\u0301va@x.example', '\u00c9VA@x.example')).toBe(true)
  expect(same('ada@x.example', 'ada+1@x.example')).toBe(false)
  expect(same('ada@x.example', '\u0430da@x.example')).toBe(false) // a Cyrillic a
  expect(same('ada@x.example', '\uff41da@x.example')).toBe(false) // a fullwidth a
  expect(same('stra\u00dfe@x.example', 'strasse@x.example')).toBe(false)
})

test('an address that other clients reject does not count as common', () => {
  for (const email of ['ada@shop.example', 'a.b+c,d-e_f@mail.shop.co']) expect(isCommonEmail(email)).toBe(true)
  for (const email of [
    "o'brien@shop.example",
    'a!b@shop.example',
    '用户@例子.公司',
    '',
    `${'a'.repeat(EMAIL_MAX)}@a.co`,
  ]) {
    expect(isCommonEmail(email)).toBe(false)
  }
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      if (isCommonEmail(email)) expect(read(email)).toBeDefined()
    }),
  )
})
