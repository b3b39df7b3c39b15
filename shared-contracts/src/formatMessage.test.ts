import fc from 'fast-check'
import { IntlMessageFormat } from 'intl-messageformat'
import { formatMessage, type MessageValues } from './formatMessage.ts'

const wallets = '{n, plural, =0 {No wallets} one {# wallet} other {# wallets}}'

test.each([
  [0, 'No wallets'],
  [1, '1 wallet'],
  [2, '2 wallets'],
  [1500, '1,500 wallets'],
])('in English, the text for %i wallets is "%s"', (n, text) => {
  expect(formatMessage(wallets, { n }, 'en')).toBe(text)
})

test.each([
  [0, 'صفر'],
  [1, 'واحد'],
  [2, 'اثنان'],
  [3, 'قليل'],
  [10, 'قليل'],
  [11, 'كثير'],
  [99, 'كثير'],
  [100, 'آخر'],
])('in Arabic, %i gets the right one of six plural forms', (n, text) => {
  const pattern = '{n, plural, zero {صفر} one {واحد} two {اثنان} few {قليل} many {كثير} other {آخر}}'
  expect(formatMessage(pattern, { n }, 'ar')).toBe(text)
})

test.each([
  ['a name is put in its place', 'Connect {wallet}', { wallet: 'Harbor' }, 'Connect Harbor'],
  ['a name may look like a pattern', 'Connect {wallet}', { wallet: '{n} # it' }, 'Connect {n} # it'],
  ['a count without a type is not grouped', 'Block {n}', { n: 1234567 }, 'Block 1234567'],
  ['a count of the type number is grouped', 'Block {n, number}', { n: 1234567 }, 'Block 1,234,567'],
  ['a choice', '{kind, select, sent {Sent} other {Moved}}', { kind: 'sent' }, 'Sent'],
  ['an unknown choice', '{kind, select, sent {Sent} other {Moved}}', { kind: 'x' }, 'Moved'],
  [
    'a value is needed only if it is shown',
    '{kind, select, sent {Sent to {to}} other {Moved}}',
    { kind: 'x' },
    'Moved',
  ],
  ['an apostrophe inside a word is literal', "It's {n} o'clock", { n: 3 }, "It's 3 o'clock"],
  ['two apostrophes are one', "It''s {n}", { n: 3 }, "It's 3"],
  ['braces in quotes are literal', "Type '{n}' for {n}", { n: 3 }, 'Type {n} for 3'],
  ['a number sign outside a plural is literal', 'Wallet #{n}', { n: 3 }, 'Wallet #3'],
  ['a quoted number sign in a plural is literal', "{n, plural, other {'#'#}}", { n: 3 }, '#3'],
  [
    'a number sign belongs to the plural directly around it',
    '{n, plural, other {{kind, select, other {#}}}}',
    { n: 3, kind: 'x' },
    '#',
  ],
])('%s', (_, pattern, values, text) => {
  expect(formatMessage(pattern, values, 'en')).toBe(text)
})

test.each([
  ['a brace is not closed', 'Connect {wallet'],
  ['a brace is not opened', 'Connect {wallet} }'],
  ['a value is missing', 'Connect {nobody}'],
  ['a plural lacks the form "other"', '{n, plural, one {# wallet}}'],
  ['a form has no braces', '{n, plural, one # other {#}}'],
  ['a placeholder is empty', 'Connect {}'],
  ['the type is one that we do not support', '{n, selectordinal, one {#st} other {#th}}'],
  ['the style is one that we do not support', '{n, number, percent}'],
])('a pattern is shown unchanged when %s', (_, pattern) => {
  expect(formatMessage(pattern, { wallet: 'Harbor', n: 1 }, 'en')).toBe(pattern)
})

test('no pattern breaks the modal', () => {
  const piece = fc.constantFrom('{', '}', "'", '#', ',', ' ', '=1', 'n', 'plural', 'select', 'number', 'other', 'one')
  fc.assert(
    fc.property(fc.array(piece), fc.integer(), (pieces, n) => {
      expect(typeof formatMessage(pieces.join(''), { n, other: 'x' }, 'en')).toBe('string')
    }),
  )
})

const plainText = fc.string({
  unit: fc.constantFrom('a', ' ', '#', '.', ',', '=', '|', '"', 'é', 'م', '🦊', '\n'),
  maxLength: 8,
})
const quotedText = fc.string({ unit: fc.constantFrom('a', ' ', '{', '}', '#', "''"), maxLength: 6 })
/** Texts in quotes end with a letter, so that their last apostrophe cannot quote what follows. */
const text = fc.oneof(
  plainText,
  fc.constantFrom("it's", "''s", "'#'x", "d'ou"),
  quotedText.map((inside) => `'{${inside}'x`),
)

const pattern = fc.letrec<{ message: string; part: string }>((tie) => {
  const options = (...keys: string[]) =>
    fc
      .tuple(fc.subarray(keys), fc.array(tie('message'), { minLength: keys.length + 1, maxLength: keys.length + 1 }))
      .map(([chosen, messages]) => [...chosen, 'other'].map((key, i) => `${key} {${messages[i]}}`).join(' '))
  return {
    message: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.constantFrom('{n}', '{ name }', '{n, number}', '{m,number}'),
      options('=0', '=1', '=5', 'zero', 'one', 'two', 'few', 'many').map((inner) => `{n, plural, ${inner}}`),
      options('Harbor', 'x').map((inner) => `{name,select,${inner}}`),
    ),
  }
}).message

const count = fc.oneof(fc.nat({ max: 120 }), fc.integer(), fc.double({ noNaN: true, min: -1e6, max: 1e6 }))
const values: fc.Arbitrary<MessageValues> = fc.record({
  n: count,
  m: count,
  name: fc.constantFrom('Harbor', 'x', '', "{n} '#", 'ميناء'),
})

test('every message is formatted as the reference implementation formats it, in every language', () => {
  fc.assert(
    fc.property(
      pattern,
      values,
      fc.constantFrom('en', 'de', 'fr', 'pl', 'ar', 'ar-EG', 'ja'),
      (message, given, locale) => {
        const reference = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
        expect(formatMessage(message, given, locale)).toBe(String(reference.format(given)))
      },
    ),
    { numRuns: 500 },
  )
})
