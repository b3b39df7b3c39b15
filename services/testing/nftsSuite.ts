import type { CaipNetworkId } from '@portico/contracts'
import type { FoundNft, ReadNfts } from '../src/blockchainApi/nfts/nft.ts'

export interface NftsSource {
  readonly read: ReadNfts
  readonly caipNetworkId: CaipNetworkId
  /** A chain of the family that the source does not serve. */
  readonly unserved: CaipNetworkId
  readonly owner: string
  /** The first page. */
  readonly held: readonly FoundNft[]
  /** Holds nothing. */
  readonly stranger: string
  /** The same source without a server. */
  readonly readFromNobody: ReadNfts
}

const known = (nfts: readonly FoundNft[]) =>
  nfts.map(({ contract, id, amount, name, collection, description, traits, image, isFlagged = false }) => ({
    contract,
    id,
    amount,
    name,
    collection,
    description,
    traits,
    image,
    isFlagged,
  }))

/** The common behavior of all sources of collectibles. */
export function describeNfts(name: string, source: () => NftsSource) {
  describe(name, () => {
    test('all that an address holds is told, with what it says of itself', async () => {
      const { read, caipNetworkId, owner, held } = source()
      const { nfts } = await read(caipNetworkId, owner)
      expect(known(nfts)).toEqual(known(held))
    })

    test('who holds nothing has nothing, and no other page', async () => {
      const { read, caipNetworkId, stranger } = source()
      expect(await read(caipNetworkId, stranger)).toEqual({ nfts: [], next: undefined })
    })

    test('a chain that it does not serve is an error of the question', async () => {
      const { read, unserved, owner } = source()
      await expect(read(unserved, owner)).rejects.toMatchObject({ code: 'chain.unsupported', status: 400 })
    })

    test('so is a cursor that it has not given', async () => {
      const { read, caipNetworkId, owner } = source()
      for (const cursor of ['!', '-1', '0', 'a'.repeat(500), 'e30', 'bnVsbA']) {
        await expect(read(caipNetworkId, owner, cursor)).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
      }
    })

    test('nobody at the other end is an error of the service', async () => {
      const { readFromNobody, caipNetworkId, owner } = source()
      await expect(readFromNobody(caipNetworkId, owner)).rejects.toMatchObject({ code: 'upstream.unavailable' })
    })
  })
}
