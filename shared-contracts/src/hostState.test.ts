import type { Connection } from './connector.ts'
import {
  type HostState,
  selectAccount,
  selectActiveNamespace,
  selectActiveNetwork,
  selectActiveNetworkId,
  selectConnection,
  selectConnectors,
  selectNetwork,
  selectNetworks,
  selectSocials,
} from './hostState.ts'
import { DEFAULT_SOCIALS } from './limits.ts'
import type { Network } from './network.ts'

const network = (caipNetworkId: Network['caipNetworkId'], more: Partial<Network> = {}): Network => ({
  id: 1,
  name: caipNetworkId,
  chainNamespace: 'eip155',
  caipNetworkId,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  walletRpcUrls: [],
  testnet: false,
  ...more,
})

const mainnet = network('eip155:1')
const polygon = network('eip155:137')
const solana = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', {
  chainNamespace: 'solana',
  deprecatedCaipNetworkId: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
})

const onPolygon: Connection = {
  connectorId: 'io.harbor',
  accounts: [{ address: '0xaaa' }, { address: '0xbbb' }],
  caipNetworkId: 'eip155:137',
}

const state = (families: HostState['connections']['families'] = {}): HostState => ({
  connections: { connectors: {}, families },
  networks: { list: [mainnet, polygon, solana], chosenId: 'eip155:1' },
})
const connected = state({ eip155: { status: 'connected', connectorId: 'io.harbor', connection: onPolygon } })

test('before a wallet connects, the page determines the active network', () => {
  expect(selectActiveNetworkId(state())).toBe('eip155:1')
  expect(selectActiveNetwork(state())).toBe(mainnet)
  expect(selectAccount(state())).toBeUndefined()
  expect(selectConnection(state())).toBeUndefined()
})

test('while a family is connected, its wallet determines the active network', () => {
  expect(selectActiveNetworkId(connected)).toBe('eip155:137')
  expect(selectActiveNetwork(connected)).toBe(polygon)
})

test('a wallet of another family does not move the page to its network', () => {
  const onSolana: Connection = { ...onPolygon, caipNetworkId: solana.caipNetworkId }
  const both = state({ solana: { status: 'connected', connection: onSolana } })
  expect(selectActiveNetwork(both)).toBe(mainnet)
  expect(selectAccount(both)).toBeUndefined()
  expect(selectAccount(both, 'solana')?.caipAddress).toBe(`${solana.caipNetworkId}:0xaaa`)
})

test('§4: with a wallet on a network that the site did not configure, the page has no active network', () => {
  const elsewhere = state({ eip155: { status: 'connected', connection: { ...onPolygon, caipNetworkId: 'eip155:56' } } })
  expect(selectActiveNetworkId(elsewhere)).toBe('eip155:56')
  expect(selectActiveNetwork(elsewhere)).toBeUndefined()
})

test('the first account of a connection is the active one', () => {
  expect(selectAccount(connected)).toEqual({
    namespace: 'eip155',
    address: '0xaaa',
    caipAddress: 'eip155:137:0xaaa',
    connectorId: 'io.harbor',
  })
})

test('the account stays the same object while its connection does, so that nothing is drawn twice', () => {
  expect(selectAccount({ ...connected })).toBe(selectAccount(connected))
  const moved = state({ eip155: { status: 'connected', connection: { ...onPolygon, caipNetworkId: 'eip155:1' } } })
  expect(selectAccount(moved)).not.toBe(selectAccount(connected))
  expect(selectAccount(moved)?.caipAddress).toBe('eip155:1:0xaaa')
})

test('a network is found by its id and by its previous id', () => {
  expect(selectNetwork(state(), solana.caipNetworkId)).toBe(solana)
  expect(selectNetwork(state(), 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ')).toBe(solana)
  expect(selectNetwork(state(), 'eip155:5')).toBeUndefined()
})

test("networks keep the site's order", () => {
  expect(selectNetworks(state())).toEqual([mainnet, polygon, solana])
})

test('the active family is that of the chosen network', () => {
  const chosen: HostState = { ...state(), networks: { list: [solana], chosenId: solana.caipNetworkId } }
  expect(selectActiveNamespace(chosen)).toBe('solana')
})

test('a family without wallets always has the same empty list, so that nothing is drawn twice', () => {
  expect(selectConnectors(state(), 'bip122')).toEqual([])
  expect(selectConnectors(state(), 'bip122')).toBe(selectConnectors(state(), 'solana'))
})

test("the sign-in providers are the project's, or the default ones until the project is known", () => {
  const socials = (features: readonly string[] | false) => ({
    ...state(),
    project: { features: { socials: features } },
  })
  expect(selectSocials(state())).toBe(DEFAULT_SOCIALS)
  expect(selectSocials(socials(['github', 'x']))).toEqual(['github', 'x'])
  expect(selectSocials(socials(false))).toEqual([])
  expect(selectSocials(socials(false))).toBe(selectSocials(socials(false)))
})
