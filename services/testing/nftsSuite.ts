import type { CaipNetworkId } from '@portico/contracts'
import type { FoundNft, ReadNfts } from '../src/blockchainApi/nfts/nft.ts'

export interface NftsSource {
  readonly read: ReadNfts
  readonly caipNetworkId: CaipNetworkId
  /** A chain of the family that the source does not serve. */
  readonly unserved: CaipNetworkId
  readonly owner: string
  /** The collectibles on the first page. */
  readonly held: readonly FoundNft[]
  /** An account that holds nothing. */
  readonly stranger: string
  /** The same source, for a URL without a server. */
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
    test('all collectibles of an address are listed, with their metadata', async () => {
      const { read, caipNetworkId, owner, held } = source()
      const { nfts } = await read(caipNetworkId, owner)
      expect(known(nfts)).toEqual(known(held))
    })

    test('an address without collectibles has an empty list, and no next page', async () => {
      const { read, caipNetworkId, stranger } = source()
      expect(await read(caipNetworkId, stranger)).toEqual({ nfts: [], next: undefined })
    })

    test('an unserved chain is reported as an error in the request', async () => {
      const { read, unserved, owner } = source()
      await expect(read(unserved, owner)).rejects.toMatchObject({ code: 'chain.unsupported', status: 400 })
    })

    test('an unknown cursor is reported as an error in the request', async () => {
      const { read, caipNetworkId, owner } = source()
      for (const cursor of ['!', '-1', '0', 'a'.repeat(500), 'e30', 'bnVsbA']) {
        await expect(read(caipNetworkId, owner, cursor)).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
      }
    })

    test('an unreachable upstream is reported as an error of the service', async () => {
      const { readFromNobody, caipNetworkId, owner } = source()
      await expect(readFromNobody(caipNetworkId, owner)).rejects.toMatchObject({ code: 'upstream.unavailable' })
    })
  })
}
