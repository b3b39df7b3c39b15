import { generateKeyPairSync } from 'node:crypto'
import { object, parse, safeParse } from 'valibot'
import { socialEnvironment, socialOptions } from './environment.ts'

const Environment = object(socialEnvironment)
const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const SOCIAL_APPLE_KEY = pemOf('P-256')
const APPLE = {
  SOCIAL_APPLE_ID: 'example.web',
  SOCIAL_APPLE_TEAM: 'TEAM',
  SOCIAL_APPLE_KEY_ID: 'KEY',
  SOCIAL_APPLE_KEY,
}

test('an operator who sets nothing has no providers', () => {
  expect(socialOptions(parse(Environment, {}))).toEqual({})
})

test('each provider is offered as soon as its app is configured', () => {
  const options = socialOptions(
    parse(Environment, { SOCIAL_X_ID: 'id', SOCIAL_X_SECRET: 's', SOCIAL_X_URL: 'http://localhost:4307/x', ...APPLE }),
  )
  expect(options).toMatchObject({
    x: { id: 'id', secret: 's', url: 'http://localhost:4307/x' },
    apple: { id: 'example.web', team: 'TEAM', keyId: 'KEY' },
  })
  expect(Object.keys(options).sort()).toEqual(['apple', 'x'])
})

test("Apple's key can be written on one line", () => {
  const oneLine = SOCIAL_APPLE_KEY.replaceAll('\n', '\\n')
  const { apple } = socialOptions(parse(Environment, { ...APPLE, SOCIAL_APPLE_KEY: oneLine }))
  expect(apple?.key.export({ type: 'pkcs8', format: 'pem' })).toBe(SOCIAL_APPLE_KEY)
})

test.each([
  [{ SOCIAL_GOOGLE_ID: 'id' }, 'SOCIAL_GOOGLE_SECRET must be set together with SOCIAL_GOOGLE_ID.'],
  [{ SOCIAL_GITHUB_SECRET: 's' }, 'SOCIAL_GITHUB_ID must be set together with SOCIAL_GITHUB_SECRET.'],
  [{ ...APPLE, SOCIAL_APPLE_TEAM: undefined }, 'SOCIAL_APPLE_TEAM must be set together with SOCIAL_APPLE_ID.'],
])('an incompletely configured app makes the start fail with a clear message', (values, sentence) => {
  expect(() => socialOptions(parse(Environment, values))).toThrow(sentence)
})

test.each([
  ['SOCIAL_GOOGLE_URL', 'another machine without TLS', 'http://identity.example'],
  ['SOCIAL_GOOGLE_URL', 'a slash at its end', 'https://identity.example/'],
  ['SOCIAL_GOOGLE_URL', 'a query', 'https://identity.example?key=secret'],
  ['SOCIAL_GOOGLE_URL', 'a password', 'https://user:secret@identity.example'],
  ['SOCIAL_GOOGLE_URL', 'no host', 'javascript:alert(1)'],
  ['SOCIAL_GOOGLE_SECRET', 'a second line', 'secret\r\nX-Other: 1'],
  ['SOCIAL_APPLE_KEY', 'an invalid key', 'secret'],
  ['SOCIAL_APPLE_KEY', 'a key of another curve', pemOf('P-384')],
])('%s with %s is refused, and the message does not repeat the value', (name, _, value) => {
  const result = safeParse(Environment, { [name]: value })
  expect(result.success).toBe(false)
  expect(result.issues?.[0].message).toMatch(/^must /)
  expect(result.issues?.[0].message).not.toContain(value)
})
