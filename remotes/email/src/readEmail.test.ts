import { isSameEmail, readEmail } from './readEmail.ts'

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['  Ada@EXAMPLE.org ', 'Ada@example.org'],
  ['ada+shop@mail.example', 'ada+shop@mail.example'],
  ['ада@пример.рф', 'ада@пример.рф'],
])('%j is an address', (text, email) => expect(readEmail(text)).toBe(email))

test.each(['', 'ada', 'ada@', '@example.org', 'ada@example', 'ada@example..org', 'ada lovelace@example.org'])(
  '%j is not an address',
  (text) => expect(readEmail(text)).toBeUndefined(),
)

test('the case of an address makes no difference', () => {
  expect(isSameEmail('Ada@example.org', 'ada@example.org')).toBe(true)
  expect(isSameEmail('ada+shop@example.org', 'ada@example.org')).toBe(false)
})
