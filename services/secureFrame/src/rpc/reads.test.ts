/** @jest-environment jsdom */
import { NodeError } from './testing/fakeNode.ts'
import { openRpc } from './testing/openRpc.ts'

afterEach(() => expect(document.body.childElementCount).toBe(0))

test('reads are answered by the JSON-RPC service, for the network of the request', async () => {
  const opened = openRpc({ answers: { eth_getBalance: '0x7' } })
  expect(await opened.ask('eth_getBalance', ['0x1', 'latest'])).toBe('0x7')
  expect(await opened.ask('eth_getBalance', ['0x1'], { chainId: 'eip155:10', rpcUrl: 'https://evil.example' })).toBe(
    '0x7',
  )
  expect(opened.node.requests.map(({ url }) => url)).toEqual([
    'https://services.example/v1/?chainId=eip155%3A1&projectId=p1',
    'https://services.example/v1/?chainId=eip155%3A10&projectId=p1',
  ])
})

test('the hexadecimal chain id and the account are answered without a request', async () => {
  const opened = openRpc({ network: 'eip155:137' })
  expect(await opened.ask('eth_chainId')).toBe('0x89')
  expect(await opened.ask('eth_accounts')).toEqual([opened.account.evm])
  expect(opened.node.requests).toEqual([])
})

test.each([
  'eth_sign',
  'eth_requestAccounts',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'debug_traceCall',
  'toString',
  '',
])('%j is not allowed', async (method) => {
  const opened = openRpc({ answers: { [method]: '0x1' } })
  expect(await opened.ask(method, [])).toEqual({ failure: 'methodNotAllowed' })
  expect(opened.node.requests).toEqual([])
})

test.each<[string, unknown, string?]>([
  ['wallet_sendCalls', [{ calls: [1, 2].map(() => ({ to: `0x${'22'.repeat(20)}` })) }], 'batchTooLarge'],
  ['wallet_grantPermissions', [{}]],
  ['wallet_revokePermissions', [{}]],
  ['eth_sendUserOperation', [{}]],
  ['eth_estimateUserOperationGas', [{}]],
  ['eth_getUserOperationReceipt', ['0x1']],
  ['eth_getUserOperationByHash', ['0x1']],
  ['eth_supportedEntryPoints', []],
])('%s needs a smart account', async (method, params, failure = 'methodNotAllowed') => {
  const opened = openRpc()
  expect(await opened.ask(method, params)).toEqual({ failure })
  expect([opened.node.requests.length, opened.uses()]).toEqual([0, 0])
})

test.each([
  ['not a list', 'eth_getBalance', { address: '0x1' }],
  ['too many', 'eth_getBalance', Array.from({ length: 17 }, () => '0x1')],
  ['not JSON', 'eth_call', [Number.NaN]],
  ['of another shape', 'solana_signMessage', ['hello']],
  ['not base58', 'solana_signTransaction', { transaction: '0OIl' }],
])('parameters that are %s are refused', async (_, method, params) => {
  const opened = openRpc({
    network: method.startsWith('solana') ? 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' : 'eip155:1',
  })
  expect(await opened.ask(method, params)).toEqual({ failure: 'invalidRequest' })
  expect(opened.node.requests).toEqual([])
})

test('a method of one chain family is refused on a network of another family', async () => {
  const opened = openRpc({ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  expect(await opened.ask('eth_blockNumber')).toEqual({ failure: 'chainUnsupported' })
  expect(await opened.ask('personal_sign', ['hi', opened.account.evm])).toEqual({ failure: 'chainUnsupported' })
})

test.each([
  ['does not have the method', new NodeError(-32601), 'methodNotAllowed'],
  ['cannot read the parameters', new NodeError(-32602), 'invalidRequest'],
  ['reverts', new NodeError(3), 'internal'],
])('the page gets an error if the node %s', async (_, answer, failure) => {
  expect(await openRpc({ answers: { eth_call: answer } }).ask('eth_call', [{}])).toEqual({ failure })
})

test("capabilities are given for the requested chains, and only for the visitor's own accounts", async () => {
  const opened = openRpc()
  const { evm } = opened.account
  const able = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
  expect(await opened.ask('wallet_getCapabilities')).toEqual({ '0x1': able })
  expect(await opened.ask('wallet_getCapabilities', [evm, ['0xa', '0x89', 'nonsense']])).toEqual({
    '0xa': able,
    '0x89': able,
  })
  expect(await opened.ask('wallet_getCapabilities', [`0x${'22'.repeat(20)}`])).toEqual({ failure: 'notConnected' })
})

test('assets come from the balances service, in the smallest unit', async () => {
  const balance = (numeric: string, decimals: string, address?: string) => ({
    name: 'Coin',
    symbol: 'COIN',
    chainId: 'eip155:1',
    price: 2,
    value: 3,
    quantity: { decimals, numeric },
    iconUrl: 'https://icons.example/a.png',
    ...(address && { address: `eip155:1:${address}` }),
  })
  const token = `0x${'33'.repeat(20)}`
  const requests: string[] = []
  const answer = { balances: [balance('1.5', '18'), balance('12.1234567', '6', token)] }
  const fetchFrom = async (url: unknown) => {
    requests.push(String(url))
    return { json: async () => answer } as Response
  }
  const { PLACE } = await import('./testing/fakeNode.ts')
  const opened = openRpc({ service: { place: PLACE, fetch: fetchFrom as typeof fetch } })
  const { evm } = opened.account
  expect(await opened.ask('wallet_getAssets', [{ account: evm }])).toMatchObject({
    '0x1': [
      { address: 'native', balance: '0x14d1120d7b160000', type: 'NATIVE', metadata: { decimals: 18, symbol: 'COIN' } },
      { address: token, balance: `0x${(12_123_456).toString(16)}`, type: 'ERC20' },
    ],
  })
  expect(requests).toEqual([
    `https://services.example/v1/account/${evm}/balance?projectId=p1&currency=usd&sv=portico-secure-frame`,
  ])
  const found = async (filter: object) => {
    const assets = (await opened.ask('wallet_getAssets', [{ account: evm, ...filter }])) as Record<string, object[]>
    return (assets['0x1'] ?? []).map((asset) => ('address' in asset ? asset.address : undefined))
  }
  expect(await found({ chainFilter: ['0xa'] })).toEqual([])
  expect(await found({ chainFilter: ['0x1'], assetTypeFilter: ['native'] })).toEqual(['native'])
  expect(await found({ assetTypeFilter: ['ERC20'] })).toEqual([token])
  expect(await found({ assetFilter: { '0x1': [{ address: token, type: 'erc20' }], '0xa': 7 } })).toEqual([token])
  expect(await found({ assetFilter: {} })).toEqual([])
  expect(await opened.ask('wallet_getAssets', [{ account: token }])).toEqual({ failure: 'notConnected' })
})
