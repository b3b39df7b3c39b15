import { APPROVAL_METHODS } from './rpcMethods.ts'
import { answerTimeoutMs, emailCooldownS, WITHOUT_LOAD_LIMIT } from './timing.ts'

const s = 1_000

test.each(['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP', 'CONNECT_SOCIAL', 'GET_SOCIAL_REDIRECT_URI'] as const)(
  '§9: the page waits at most 120 s for the answer to %s',
  (name) => expect(answerTimeoutMs(name)).toBe(120 * s),
)

test('§9: signing out waits at most 3 s', () => {
  expect(answerTimeoutMs('SIGN_OUT')).toBe(3 * s)
})

test("only the visitor's decisions may take any amount of time", () => {
  for (const method of APPROVAL_METHODS) expect(answerTimeoutMs('RPC_REQUEST', method)).toBeUndefined()
  expect(answerTimeoutMs('RPC_REQUEST', 'eth_call')).toBe(120 * s)
  expect(answerTimeoutMs('GET_USER')).toBe(120 * s)
  expect(answerTimeoutMs('CONNECT_FARCASTER')).toBe(600 * s)
})

test('a theme that is sent early does not start the load timeout', () => {
  expect([...WITHOUT_LOAD_LIMIT].sort()).toEqual(['SET_PREFERRED_ACCOUNT', 'SYNC_DAPP_DATA', 'SYNC_THEME'])
})

test.each([
  ['never before', undefined, 0],
  ['just now', 0, 30],
  ['29 s ago', 29 * s, 1],
  ['29.001 s ago', 29_001, 1],
  ['28.999 s ago', 28_999, 2],
  ['30 s ago', 30 * s, 0],
  ['31 s ago', 31 * s, 0],
  ['in the future, because the clock was set back', -1 * s, 0],
])('§5: if the last code was requested %s, the next one is available in %p s', (_, ago, seconds) => {
  const now = 1_800_000_000_000
  expect(emailCooldownS(ago === undefined ? undefined : now - ago, now)).toBe(seconds)
})
