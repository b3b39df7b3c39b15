import { object, safeParse } from 'valibot'
import { paymentsEnvironment, paymentsSettings } from './environment.ts'

const KEY = '0123456789abcdef'
const read = (values: Readonly<Record<string, string>>) => safeParse(object(paymentsEnvironment), values)

test('the upstream is configured with a URL and a key', () => {
  const { success, output } = read({
    PAYMENTS_URL: 'https://pay.example/v2?projectId=1',
    PAYMENTS_KEY: KEY,
  })
  const { upstream } = success ? paymentsSettings(output) : {}
  expect(upstream).toEqual({ url: new URL('https://pay.example/v2?projectId=1'), key: KEY })
})

test('without the variables there are no exchanges', () => {
  const { success, output } = read({})
  expect(success && paymentsSettings(output)).toEqual({ upstream: undefined })
})

test.each([
  ['an invalid URL', { PAYMENTS_URL: 'pay.example' }],
  ['a URL with a password', { PAYMENTS_URL: 'https://a:secret@pay.example' }],
  ['a key that is easy to guess', { PAYMENTS_KEY: 'secret' }],
])('%s is refused, and the message does not repeat it', (_, values) => {
  const { issues } = read(values)
  expect(issues?.[0].message).toMatch(/^must /)
  expect(issues?.[0].message).not.toMatch(/secret/)
})
