import type { CaipNetworkId } from '@portico/contracts'
import type { Holding, ReadHoldings } from '../src/blockchainApi/balances/holding.ts'

export interface HoldingsSource {
  readonly read: ReadHoldings
  readonly caipNetworkId: CaipNetworkId
  /** A chain of the family that the source does not serve. */
  readonly unserved: CaipNetworkId
  readonly owner: string
  /** All holdings of the owner, the coin first. */
  readonly owned: readonly Holding[]
  /** An account that owns nothing. */
  readonly stranger: string
  /** The same source, for a URL without a server. */
  readonly readFromNobody: ReadHoldings
}

const inOrder = (holdings: readonly Holding[]) =>
  holdings.map(({ name, symbol, decimals, address, amount }) => ({ name, symbol, decimals, address, amount }))

/** The common behavior of all sources of balances. */
export function describeHoldings(name: string, source: () => HoldingsSource) {
  describe(name, () => {
    test('the coin comes first, followed by every token that the account owns, with exact amounts', async () => {
      const { read, caipNetworkId, owner, owned } = source()
      expect(inOrder(await read(caipNetworkId, owner))).toEqual(inOrder(owned))
    })

    test('an empty account has a coin balance of zero', async () => {
      const { read, caipNetworkId, stranger, owned } = source()
      const { symbol, decimals } = owned[0] as Holding
      const holdings = await read(caipNetworkId, stranger)
      expect(holdings).toHaveLength(1)
      expect(holdings[0]).toMatchObject({ symbol, decimals, amount: 0n })
    })

    test('an unserved chain is reported as an error in the request', async () => {
      const { read, unserved, owner } = source()
      await expect(read(unserved, owner)).rejects.toMatchObject({ code: 'chain.unsupported', status: 400 })
    })

    test('an unreachable upstream is reported as an error of the service', async () => {
      const { readFromNobody, caipNetworkId, owner } = source()
      await expect(readFromNobody(caipNetworkId, owner)).rejects.toMatchObject({ code: 'upstream.unavailable' })
    })
  })
}
