import { knownContracts } from './knownContracts.ts'
import { ENTRY_POINT, SAFE } from './smartAccountContracts.ts'
import { UNISWAP_ROUTERS } from './uniswapRouters.ts'
import { WRAPPED_COINS } from './wrappedCoins.ts'

const ADDRESS = /^0x[\da-f]{40}$/

test.each([1, 10, 137, 8453, 31337, 999_999_999])('on network %s, every name belongs to an address', (chainId) => {
  const { names, roles } = knownContracts(`eip155:${chainId}`, chainId < 31337)
  for (const [address, name] of Object.entries(names)) {
    expect(address).toMatch(ADDRESS)
    expect(name).toMatch(/^[\w. -]{3,32}$/)
  }
  for (const address of Object.keys(roles)) expect(Object.keys(names)).toContain(address)
})

test('smart account contracts and Permit2 have names on every network', () => {
  for (const network of ['eip155:1', 'eip155:31337'] as const) {
    const { names } = knownContracts(network, network === 'eip155:1')
    for (const address of [...Object.values(SAFE), ENTRY_POINT]) expect(names[address.toLowerCase()]).toBeDefined()
    expect(names['0x000000000022d473030f116ddee9f6b43ac78ba3']).toBe('Permit2')
  }
})

test('a router is known only on its own network; a router whose calls are unreadable has a name but no role', () => {
  const v2 = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
  expect(knownContracts('eip155:1', true).roles[v2]).toBe('router')
  expect(knownContracts('eip155:10', true).names[v2]).toBeUndefined()
  const later = '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca'
  expect([knownContracts('eip155:1', true).names[later], knownContracts('eip155:1', true).roles[later]]).toEqual([
    'Uniswap Universal Router',
    undefined,
  ])
})

test('Multicall3 has a name only on known networks', () => {
  const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
  expect(knownContracts('eip155:1', true).names[multicall3]).toBe('Multicall3')
  expect(knownContracts('eip155:31337', false).names[multicall3]).toBeUndefined()
})

test('each network has its own wrapped coin', () => {
  expect(knownContracts('eip155:1', true).roles['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2']).toBe('wrappedNative')
  expect(knownContracts('eip155:8453', true).roles['0x4200000000000000000000000000000000000006']).toBe('wrappedNative')
  expect(knownContracts('eip155:1', true).roles['0x4200000000000000000000000000000000000006']).toBeUndefined()
})

test('no contract has two roles, and every address is in lower case', () => {
  for (const [chainId, { v2, v3 = [], universal = [], laterUniversal = [] }] of UNISWAP_ROUTERS) {
    const all = [...(v2 ? [v2] : []), ...v3, ...universal, ...laterUniversal, WRAPPED_COINS.get(chainId)?.[1] ?? '']
    for (const address of all.filter(Boolean)) expect(address).toMatch(ADDRESS)
    expect([chainId, new Set(all).size]).toEqual([chainId, all.length])
  }
})
