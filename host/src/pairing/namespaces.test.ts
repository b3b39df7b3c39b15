import type { Network } from '@portico/contracts'
import { ethereum, polygon, solana } from '@portico/contracts/testing'
import { AUTHENTICATION_METHODS, offerFor, proposalOf, readOverride } from './namespaces.ts'

const OLD = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const solanaWithPast: Network = { ...solana, deprecatedCaipNetworkId: OLD }
const offer = (override: unknown = undefined, networks: readonly Network[] = [ethereum, polygon, solanaWithPast]) =>
  offerFor(networks, readOverride(override))

describe('§4.2: the offer to wallets', () => {
  test("contains every network of the page, by family, with the family's methods and events", () => {
    const { eip155 } = offer()
    expect(Object.keys(offer())).toEqual(['eip155', 'solana'])
    expect(eip155?.chains).toEqual(['eip155:1', 'eip155:137'])
    expect(eip155?.events).toEqual(['accountsChanged', 'chainChanged'])
    expect(eip155?.methods).toHaveLength(24)
    expect(eip155?.rpcMap).toEqual({ 1: 'https://rpc.example/1', 137: 'https://rpc.example/137' })
    expect(AUTHENTICATION_METHODS).toHaveLength(23)
  })

  test('lists Solana networks under their earlier ids too (pitfall 16)', () => {
    expect(offer().solana?.chains).toEqual([solana.caipNetworkId, OLD])
    expect(offer().solana?.methods).toHaveLength(6)
  })

  test('contains no URLs of ours, and no families without a network', () => {
    const proposal = proposalOf(offer({ chains: { solana: [] } }))
    expect(Object.keys(proposal)).toEqual(['eip155'])
    expect(JSON.stringify(proposal)).not.toContain('rpc')
  })
})

describe('universalProviderConfigOverride', () => {
  test('replaces a default list with its own', () => {
    const { eip155 } = offer({
      methods: { eip155: ['personal_sign'] },
      events: { eip155: [] },
      chains: { eip155: ['eip155:5'] },
    })
    expect(eip155).toMatchObject({ methods: ['personal_sign'], events: [], chains: ['eip155:5'] })
  })

  test('adds a family that only the override names', () => {
    const { cosmos } = offer({ chains: { cosmos: ['cosmos:hub'] }, methods: { cosmos: ['cosmos_sign'] } })
    expect(cosmos).toEqual({
      chains: ['cosmos:hub'],
      methods: ['cosmos_sign'],
      events: ['accountsChanged', 'chainChanged'],
      rpcMap: {},
    })
  })

  test("replaces all of a family's URLs if it names at least one", () => {
    const { eip155, solana: other } = offer({
      rpcMap: { 'eip155:1': 'https://a.example', 'eip155:5': 'https://b.example' },
    })
    expect(eip155?.rpcMap).toEqual({ 1: 'https://a.example', 5: 'https://b.example' })
    expect(other?.rpcMap).not.toEqual({})
  })

  test.each([null, 'text', { methods: 1 }, { methods: { eip155: 'x' } }, { rpcMap: [] }])(
    'with the value %j changes nothing',
    (option) => expect(offer(option)).toEqual(offer()),
  )

  test('creating an offer does not affect later ones', () => {
    offer({ methods: { eip155: [] } })
    expect(offer().eip155?.methods).toHaveLength(24)
  })
})
