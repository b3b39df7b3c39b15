import fc from 'fast-check'
import { readFrameRequest } from './readFrameRequest.ts'
import { ANSWERED_BY_PAGE, APPROVAL_METHODS, READ_METHODS, type RpcMethod, rpcMethodKind } from './rpcMethods.ts'
import { rpcParams } from './rpcParams.ts'

const ADDRESS = '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B'
const PUBKEY = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

const paramsOf = (method: string, params: unknown) => {
  const payload = readFrameRequest({ type: '@w3m-app/RPC_REQUEST', id: 'k', payload: { method, params } })?.message
    ?.payload
  return payload as { readonly params: unknown } | undefined
}

test("the lists match the protocol's: 41 methods do not ask the visitor, and 11 do", () => {
  expect(new Set(READ_METHODS).size).toBe(41)
  expect(new Set(APPROVAL_METHODS).size).toBe(11)
  expect(new Set([...READ_METHODS, ...APPROVAL_METHODS]).size).toBe(52)
  expect(Object.keys(rpcParams).sort()).toEqual([...READ_METHODS, ...APPROVAL_METHODS].sort())
})

test.each([
  ['personal_sign', 'approval'],
  ['eth_sendTransaction', 'approval'],
  ['wallet_sendCalls', 'approval'],
  ['eth_call', 'read'],
  [ANSWERED_BY_PAGE, 'read'],
])('the method %s is of the kind %s', (method, kind) => {
  expect(rpcMethodKind(method)).toBe(kind)
})

test.each([
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_requestAccounts',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'ETH_CALL',
  'eth_call ',
  'toString',
  'constructor',
  '__proto__',
  '',
])('%j is not allowed, and the frame refuses it too', (method) => {
  expect(rpcMethodKind(method)).toBeUndefined()
  expect(paramsOf(method, [])).toBeUndefined()
})

const call = { to: ADDRESS, data: '0xa9059cbb', value: '0x1' }
const batch = { version: '2.0.0', chainId: '0x7a69', from: ADDRESS, atomicRequired: true, calls: [call] }

test.each<[RpcMethod, unknown, unknown?]>([
  ['wallet_sendCalls', [batch], [{ ...batch, chainId: 'eip155:31337' }]],
  ['wallet_sendCalls', [{ calls: [{ to: ADDRESS }] }]],
  [
    'wallet_sendCalls',
    [{ calls: [{ to: ADDRESS, value: '1000000000000000000', evil: 1 }] }],
    [{ calls: [{ to: ADDRESS, value: '1000000000000000000' }] }],
  ],
  ['wallet_getCallsStatus', ['0xab']],
  ['wallet_getCapabilities', [ADDRESS]],
  ['wallet_getCapabilities', [ADDRESS, ['0x1', '0x2105']]],
  ['wallet_getCapabilities', [undefined], [null]],
  ['wallet_grantPermissions', [{ expiry: 1, permissions: [] }]],
  ['wallet_revokePermissions', { pci: 'a' }],
  ['wallet_revokePermissions', [{ eth_accounts: {} }]],
  ['wallet_getAssets', [{ account: ADDRESS, chainFilter: ['0x1'] }]],
  ['solana_signMessage', { message: '9xQe', pubkey: PUBKEY }],
  ['solana_signTransaction', { transaction: '9xQe' }],
  ['solana_signAllTransactions', { transactions: ['9xQe', '9xQf'] }],
  ['solana_signAndSendTransaction', { transaction: '9xQe' }],
  [
    'solana_signAndSendTransaction',
    { transaction: '9xQe', options: { preflightCommitment: 'confirmed', maxRetries: 3, skipPreflight: true } },
  ],
  ['personal_sign', ['0x68', ADDRESS]],
  ['eth_signTypedData_v4', [ADDRESS, '{"domain":{}}']],
  ['eth_sendTransaction', [{ to: ADDRESS, value: 5n }], [{ to: ADDRESS, value: '0x5' }]],
  ['eth_sendUserOperation', [{ sender: ADDRESS }, ADDRESS]],
  ['eth_call', [{ to: ADDRESS }, 'latest']],
])('%s is accepted, and its parameters are read as %p', (method, params, read = params) => {
  expect(paramsOf(method, params)?.params).toEqual(read)
})

test.each(['eth_syncing', 'eth_supportedEntryPoints'])(
  '%s takes no parameters, and the empty list may be omitted',
  (method) => {
    expect(paramsOf(method, undefined)?.params).toEqual([])
    expect(paramsOf(method, [])?.params).toEqual([])
  },
)

test.each([
  'eth_accounts',
  'eth_blockNumber',
  'eth_chainId',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
])('%s takes no parameters, and any that are sent are dropped', (method) => {
  for (const params of [undefined, [], ['x'], {}]) expect(paramsOf(method, params)).toMatchObject({ method })
  expect(paramsOf(method, ['x'])?.params).toBeUndefined()
})

const withParams = [...READ_METHODS, ...APPROVAL_METHODS].filter((method) => rpcParams[method] === rpcParams.eth_call)

test.each(withParams)('%s needs a list', (method) => {
  for (const params of [undefined, null, {}, 'text', 7, Array(17).fill('')]) {
    expect(paramsOf(method, params)).toBeUndefined()
  }
  expect(paramsOf(method, ['a', { b: 1 }])?.params).toEqual(['a', { b: 1 }])
})

test.each<[RpcMethod, unknown]>([
  ['wallet_sendCalls', undefined],
  ['wallet_sendCalls', [{}]],
  ['wallet_sendCalls', [batch, batch]],
  ['wallet_sendCalls', [{ calls: [{ data: '0x' }] }]],
  ['wallet_sendCalls', [{ calls: [{ to: 'ada.eth' }] }]],
  ['wallet_sendCalls', [{ calls: [{ to: ADDRESS.slice(2) }] }]],
  ['wallet_sendCalls', [{ calls: [{ to: ADDRESS, data: 'a9059cbb' }] }]],
  ['wallet_sendCalls', [{ calls: [{ to: ADDRESS, data: '0xabc' }] }]],
  ['wallet_sendCalls', [{ calls: [{ to: ADDRESS, value: '1.5' }] }]],
  ['wallet_sendCalls', [{ calls: [{ to: ADDRESS, value: '-1' }] }]],
  ['wallet_sendCalls', [{ calls: Array(101).fill(call) }]],
  ['wallet_getCallsStatus', [7]],
  ['wallet_getCallsStatus', ['']],
  ['wallet_getCapabilities', [{}]],
  ['wallet_grantPermissions', {}],
  ['solana_signMessage', { message: '0OIl', pubkey: PUBKEY }],
  ['solana_signMessage', { message: '9xQe' }],
  ['solana_signMessage', ['9xQe', PUBKEY]],
  ['solana_signTransaction', { transaction: '' }],
  ['solana_signTransaction', { transaction: 'a'.repeat(1_701) }],
  ['solana_signAllTransactions', { transactions: '9xQe' }],
  ['solana_signAllTransactions', { transactions: Array(101).fill('9xQe') }],
  ['solana_signAndSendTransaction', { transaction: '9xQe', options: { preflightCommitment: 'sooner' } }],
  ['solana_signAndSendTransaction', { transaction: '9xQe', options: { maxRetries: -1 } }],
])('%s is refused with %p', (method, params) => {
  expect(paramsOf(method, params)).toBeUndefined()
})

test('any parameters for any method result in a request or in a refusal', () => {
  fc.assert(
    fc.property(fc.constantFrom(...READ_METHODS, ...APPROVAL_METHODS), fc.jsonValue(), (method, params) => {
      const reading = readFrameRequest({ type: '@w3m-app/RPC_REQUEST', id: 'k', payload: { method, params } })
      if (reading?.message) expect(reading.message.payload).toMatchObject({ method })
      else expect(reading?.refusal).toMatchObject({ reason: 'badPayload', field: 'params' })
    }),
    { numRuns: 1_000 },
  )
})

test('a request that is circular, or nested a thousand levels deep, is refused', () => {
  const circle: unknown[] = []
  circle.push(circle)
  let deep: unknown = []
  for (let level = 0; level < 1_000; level++) deep = [deep]
  for (const params of [circle, deep, ['x'.repeat(2_000_000)], [Array(30_000).fill(0)]]) {
    expect(paramsOf('eth_call', params)).toBeUndefined()
  }
})
