import fc from 'fast-check'
import { toCaipNetworkId, toHexChainId, toRpcChainId, toWireChainId } from './chainIds.ts'

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test.each([
  [1, undefined, 'eip155:1'],
  [1, 'eip155', 'eip155:1'],
  ['137', undefined, 'eip155:137'],
  ['0x89', undefined, 'eip155:137'],
  ['eip155:137', undefined, 'eip155:137'],
  ['eip155:137', 'eip155', 'eip155:137'],
  [MAINNET, undefined, `solana:${MAINNET}`],
  [MAINNET, 'solana', `solana:${MAINNET}`],
  [`solana:${MAINNET}`, 'solana', `solana:${MAINNET}`],
  ['000000000019d6689c085ae165831e93', 'bip122', 'bip122:000000000019d6689c085ae165831e93'],
  ['cosmoshub-4', 'cosmos', 'cosmos:cosmoshub-4'],
] as const)('%p of family %p is %s', (chainId, namespace, network) => {
  expect(toCaipNetworkId(chainId, namespace)).toBe(network)
})

test.each([
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  [Number.NaN, undefined],
  [2 ** 53, undefined],
  ['', undefined],
  ['0', 'eip155'],
  ['01', 'eip155'],
  ['9007199254740993', 'eip155'],
  ['0x20000000000001', 'eip155'],
  ['eip155:0x', undefined],
  ['eip155:', undefined],
  [':1', undefined],
  ['eip155:1:2', undefined],
  ['dogecoin:1', undefined],
  ['solana:a b', undefined],
  [1, 'solana'],
  ['eip155:1', 'solana'],
  [`solana:${MAINNET}`, 'eip155'],
  [MAINNET, 'eip155'],
  ['x'.repeat(33), 'solana'],
] as const)('%p of family %p is not a chain', (chainId, namespace) => {
  expect(toCaipNetworkId(chainId, namespace)).toBeUndefined()
})

test("every form of a network's id is read as that network", () => {
  const network = fc.oneof(
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map((id) => `eip155:${id}` as const),
    fc.constantFrom(`solana:${MAINNET}` as const, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const),
  )
  fc.assert(
    fc.property(network, (id) => {
      expect(toCaipNetworkId(toWireChainId(id))).toBe(id)
      expect(toCaipNetworkId(toRpcChainId(id))).toBe(id)
      expect(toCaipNetworkId(id)).toBe(id)
    }),
  )
})

test('the chain id that a site gets is in hexadecimal', () => {
  expect(toHexChainId('eip155:137')).toBe('0x89')
  expect(toHexChainId(`solana:${MAINNET}`)).toBeUndefined()
})
