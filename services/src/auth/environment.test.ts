import { object, parse, safeParse } from 'valibot'
import { mailEnvironment } from '../oneTimeCodes/environment.ts'
import { authEnvironment, authOptions } from './environment.ts'

const Environment = object({ ...authEnvironment, ...mailEnvironment })
const SECRET = 'x'.repeat(32)

test('without configuration, the service refuses every sign-in', () => {
  expect(authOptions(parse(Environment, {}))).toBeUndefined()
})

test('with a secret, visitors can sign in; with a secret and a mail server, they can also get codes', () => {
  expect(authOptions(parse(Environment, { AUTH_SECRET: SECRET }))).toEqual({ secret: SECRET })
  const values = { AUTH_SECRET: SECRET, SMTP_URL: 'smtps://a:b@mail.example:465', SMTP_FROM: 'no-reply@shop.example' }
  expect(authOptions(parse(Environment, values))).toEqual({
    secret: SECRET,
    mail: { smtpUrl: values.SMTP_URL, from: values.SMTP_FROM },
  })
})

test('a mail server without a sender address makes the start fail with a clear message', () => {
  const values = parse(Environment, { AUTH_SECRET: SECRET, SMTP_URL: 'smtp://mail.example' })
  expect(() => authOptions(values)).toThrow('SMTP_FROM must be set together with SMTP_URL.')
})

test.each([
  ['AUTH_SECRET', 'x'.repeat(31)],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://?host=mail.example'],
  ['SMTP_FROM', 'Ada <ada@mail.example>'],
  ['SMTP_FROM', 'ada'],
])('%s = %s is refused with a message that does not repeat the value', (name, value) => {
  const result = safeParse(Environment, { [name]: value })
  expect(result.success).toBe(false)
  expect(result.issues?.[0].message).toMatch(/^must /)
  expect(result.issues?.[0].message).not.toContain(value)
})
