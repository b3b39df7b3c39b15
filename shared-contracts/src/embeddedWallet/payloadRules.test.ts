import { readFrameRequest } from './readFrameRequest.ts'
import { APPROVAL_METHODS, READ_METHODS, rpcMethodKind } from './rpcMethods.ts'
import { readRpcResult } from './rpcResults.ts'
import { emailCooldownS } from './timing.ts'

/** The rules of rules.md §5 for messages between page and frame. Each row has a valid value and an invalid one. */

const ADDRESS = '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B'
const HASH = `0x${'ab'.repeat(32)}`

/** Whether the frame accepts a message from the page. */
const asked = (name: string, payload: object) => {
  const read = readFrameRequest({ type: `@w3m-app/${name}`, id: 'k3f9a', payload })
  return read?.message !== undefined
}
const rpc = (method: string, params: unknown) => asked('RPC_REQUEST', { method, params })
const sendCalls = (call: object) => rpc('wallet_sendCalls', [{ calls: [{ to: ADDRESS, ...call }] }])
const send = (preflightCommitment: string) =>
  rpc('solana_signAndSendTransaction', { transaction: '9xQe', options: { preflightCommitment } })
/** Whether the page accepts an answer from the frame. */
const answered = (method: Parameters<typeof readRpcResult>[0], payload: unknown) =>
  readRpcResult(method, payload) !== undefined

type Rule = readonly [rule: string, valid: () => boolean, invalid: () => boolean]

test.each<Rule>([
  [
    'the address of a login is valid',
    () => asked('CONNECT_EMAIL', { email: 'ada@shop.example' }),
    () => asked('CONNECT_EMAIL', { email: 'ada@shop' }),
  ],
  [
    'the new address of a login is valid',
    () => asked('UPDATE_EMAIL', { email: 'ada@shop.example' }),
    () => asked('UPDATE_EMAIL', { email: 'ada' }),
  ],
  ...['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'].map(
    (name): Rule => [
      `the code of ${name} is text`,
      () => asked(name, { otp: '012345' }),
      () => asked(name, { otp: 12_345 }),
    ],
  ),
  ...['google', 'github', 'apple', 'facebook', 'x', 'discord'].map(
    (provider): Rule => [
      `${provider} is a provider, and no other spelling of it is`,
      () => asked('GET_SOCIAL_REDIRECT_URI', { provider }),
      () => asked('GET_SOCIAL_REDIRECT_URI', { provider: provider.toUpperCase() }),
    ],
  ),
  [
    'a provider is one of the six',
    () => asked('GET_SOCIAL_REDIRECT_URI', { provider: 'google' }),
    () => asked('GET_SOCIAL_REDIRECT_URI', { provider: 'farcaster' }),
  ],
  [
    'the theme is light',
    () => asked('SYNC_THEME', { themeMode: 'light' }),
    () => asked('SYNC_THEME', { themeMode: 'auto' }),
  ],
  [
    'the theme is dark',
    () => asked('SYNC_THEME', { themeMode: 'dark' }),
    () => asked('SYNC_THEME', { themeMode: 'DARK' }),
  ],
  ...(['eoa', 'smartAccount'] as const).flatMap((type): Rule[] => [
    [
      `${type} can be preferred`,
      () => asked('SET_PREFERRED_ACCOUNT', { type }),
      () => asked('SET_PREFERRED_ACCOUNT', { type: `${type} ` }),
    ],
    [
      `${type} can be requested`,
      () => asked('GET_USER', { preferredAccountType: type }),
      () => asked('GET_USER', { preferredAccountType: 'payment' }),
    ],
  ]),
  [
    'the target of a call of wallet_sendCalls starts with 0x',
    () => sendCalls({}),
    () => sendCalls({ to: ADDRESS.slice(2) }),
  ],
  [
    'the data of a call of wallet_sendCalls starts with 0x',
    () => sendCalls({ data: '0xa9059cbb' }),
    () => sendCalls({ data: 'a9059cbb' }),
  ],
  [
    'the hash of a transaction is 0x and 64 hex characters',
    () => answered('eth_sendTransaction', HASH),
    () => answered('eth_sendTransaction', HASH.slice(0, -1)),
  ],
  [
    'a signed message is 0x and at least 62 hex characters',
    () => answered('personal_sign', `0x${'a'.repeat(62)}`),
    () => answered('personal_sign', `0x${'a'.repeat(61)}`),
  ],
  ['a reading method is on the list', () => rpc('eth_call', [{}, 'latest']), () => rpc('eth_mining', [])],
  ['a signing method is on the list', () => rpc('personal_sign', ['0x68', ADDRESS]), () => rpc('eth_sign', [])],
  ...['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'].map(
    (commitment): Rule => [
      `a transaction of Solana may be sent at ${commitment}`,
      () => send(commitment),
      () => send(`${commitment}s`),
    ],
  ),
  [
    'a second code can be requested after 30 s',
    () => emailCooldownS(1_000, 31_000) === 0,
    () => emailCooldownS(1_000, 30_999) === 0,
  ],
])('§5: %s', (_, valid, invalid) => {
  expect([valid(), invalid()]).toEqual([true, false])
})

test('§5: every allowed method is in exactly one of the two lists', () => {
  const both = READ_METHODS.filter((method) => (APPROVAL_METHODS as readonly string[]).includes(method))
  expect(both).toEqual([])
  for (const method of READ_METHODS) expect(rpcMethodKind(method)).toBe('read')
  for (const method of APPROVAL_METHODS) expect(rpcMethodKind(method)).toBe('approval')
})
