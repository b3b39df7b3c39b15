import type { Account, Network } from '@portico/contracts'
import { ADDRESS, ethereum, polygon, solana } from '@portico/contracts/testing'
import { compatibleNetworks } from './compatibleNetworks.ts'

const account = (caipNetworkId: Network['caipNetworkId'] = 'eip155:1'): Account => ({
  namespace: 'eip155',
  address: ADDRESS,
  caipAddress: `${caipNetworkId}:${ADDRESS}`,
  connectorId: 'io.harbor',
})
const evm = (id: number): Network => ({ ...ethereum, id, caipNetworkId: `eip155:${id}`, name: `Chain ${id}` })
const names = (networks: readonly Network[]) => networks.map(({ name }) => name)

test('an EVM address can be paid on every EVM network, and on no other', () => {
  expect(names(compatibleNetworks([ethereum, solana, polygon], account()))).toEqual(['Ethereum', 'Polygon'])
})

test("the active network comes first, the others in the site's order", () => {
  const all = [ethereum, evm(10), polygon]
  expect(names(compatibleNetworks(all, account('eip155:137')))).toEqual(['Polygon', 'Ethereum', 'Chain 10'])
})

test('a network whose id starts the same is a different network', () => {
  expect(names(compatibleNetworks([evm(10), evm(1)], account('eip155:1')))).toEqual(['Chain 1', 'Chain 10'])
})

test('views.md §17: at most five networks are named', () => {
  const all = [1, 2, 3, 4, 5, 6, 7].map(evm)
  expect(names(compatibleNetworks(all, account('eip155:7')))).toEqual([
    'Chain 7',
    'Chain 1',
    'Chain 2',
    'Chain 3',
    'Chain 4',
  ])
})

test("the site's own list is not reordered", () => {
  const all = [ethereum, polygon]
  compatibleNetworks(all, account('eip155:137'))
  expect(names(all)).toEqual(['Ethereum', 'Polygon'])
})

test("an account on a network unknown to the site can be paid on the site's networks", () => {
  expect(names(compatibleNetworks([ethereum, polygon], account('eip155:56')))).toEqual(['Ethereum', 'Polygon'])
})
