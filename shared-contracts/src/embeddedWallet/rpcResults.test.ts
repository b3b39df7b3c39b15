import { readRpcResult, type rpcResults } from './rpcResults.ts'

const HASH = `0x${'ab'.repeat(32)}`
const asset = {
  address: 'native',
  balance: '0xde0b6b3a7640000',
  type: 'NATIVE',
  metadata: {
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    price: 2_000.5,
    iconUrl: 'https://a.example/e.png',
    value: 2_000.5,
  },
}

type Method = keyof typeof rpcResults

test.each<[Method, unknown]>([
  ['personal_sign', `0x${'a'.repeat(62)}`],
  ['personal_sign', `0x${'ab'.repeat(65)}`],
  ['eth_signTypedData_v4', `0x${'ab'.repeat(1_000)}`],
  ['eth_sendTransaction', HASH],
  ['eth_sendRawTransaction', HASH],
  ['eth_sendUserOperation', HASH],
  ['solana_signMessage', { signature: '9xQe' }],
  ['solana_signAndSendTransaction', { signature: '9xQe' }],
  ['solana_signTransaction', { transaction: '9xQe' }],
  ['solana_signAllTransactions', { transactions: ['9xQe'] }],
  ['wallet_sendCalls', '0xab'],
  ['wallet_sendCalls', { id: '0xab', capabilities: { a: 1 } }],
  ['wallet_getCapabilities', { '0x1': { assetDiscovery: { supported: true } } }],
  ['wallet_getAssets', { '0x1': [asset] }],
])('the result of %s can be %p', (method, payload) => {
  expect(readRpcResult(method, payload)).toEqual(payload)
})

test.each<[Method, unknown]>([
  ['personal_sign', undefined],
  ['personal_sign', `0x${'a'.repeat(61)}`],
  ['personal_sign', 'ab'.repeat(65)],
  ['personal_sign', `0x${'a'.repeat(131_072)}`],
  ['eth_signTypedData_v4', `0x${'zz'.repeat(65)}`],
  ['eth_sendTransaction', `${HASH}a`],
  ['eth_sendTransaction', HASH.slice(0, -1)],
  ['eth_sendTransaction', { hash: HASH }],
  ['eth_sendUserOperation', null],
  ['solana_signMessage', '9xQe'],
  ['solana_signMessage', { signature: '0OIl' }],
  ['solana_signAllTransactions', { transactions: '9xQe' }],
  ['wallet_sendCalls', ''],
  ['wallet_sendCalls', {}],
  ['wallet_getCapabilities', { 1: {} }],
  ['wallet_getCapabilities', { '0x1': true }],
  ['wallet_getAssets', { '0x1': [{ ...asset, balance: '5' }] }],
  ['wallet_getAssets', { '0x1': [{ ...asset, address: 'eth' }] }],
  ['wallet_getAssets', { '0x1': [{ ...asset, type: 'ERC721' }] }],
])('the result of %s cannot be %p', (method, payload) => {
  expect(readRpcResult(method, payload)).toBeUndefined()
})
