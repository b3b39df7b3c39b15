import { object, safeParse } from 'valibot'
import { paymentsEnvironment, paymentsSettings } from './environment.ts'

const PAYER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
const SOLANA = 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu'
const KEY = '0123456789abcdef'
const read = (values: Readonly<Record<string, string>>) => safeParse(object(paymentsEnvironment), values)

test('the chains of the test exchange, and the upstream with its key', () => {
  const { success, output } = read({
    PAYMENTS_SANDBOX_CHAINS: `eip155:31337=${PAYER.toLowerCase()};${SOLANA}=http://localhost:8899`,
    PAYMENTS_URL: 'https://pay.example/v2?projectId=1',
    PAYMENTS_KEY: KEY,
  })
  const { sandbox, upstream } = success ? paymentsSettings(output) : {}
  expect([...(sandbox ?? [])].map(([id, source]) => [id, String(source)])).toEqual([
    ['eip155:31337', PAYER],
    [SOLANA, 'http://localhost:8899/'],
  ])
  expect(upstream).toEqual({ url: new URL('https://pay.example/v2?projectId=1'), key: KEY })
})

test('without the variables there are no exchanges', () => {
  const { success, output } = read({})
  expect(success && paymentsSettings(output)).toEqual({ sandbox: undefined, upstream: undefined })
})

test.each([
  ['a network with real money', { PAYMENTS_SANDBOX_CHAINS: `eip155:1=${PAYER}` }],
  [
    'Bitcoin, on which no exchange pays',
    { PAYMENTS_SANDBOX_CHAINS: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328=http://localhost:3002' },
  ],
  ['no address', { PAYMENTS_URL: 'pay.example' }],
  ['an address with a password', { PAYMENTS_URL: 'https://a:secret@pay.example' }],
  ['a key that anybody guesses', { PAYMENTS_KEY: 'secret' }],
])('%s is refused, and the message does not repeat it', (_, values) => {
  const { issues } = read(values)
  expect(issues?.[0].message).toMatch(/^must /)
  expect(issues?.[0].message).not.toMatch(/secret|0x976/)
})
