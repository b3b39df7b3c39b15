import type { CaipNetworkId } from '@portico/contracts'
import type { NftTrait } from '@portico/contracts/services/nfts'

/** A collectible as its source tells of it: nothing of it has been looked at. */
export interface FoundNft {
  /** As the chain writes it: a contract, a mint, or the address that holds an inscription. */
  readonly contract: string
  readonly id: string
  readonly name?: string | undefined
  readonly collection?: string | undefined
  /** How many, of what there may be many of. */
  readonly amount?: string | undefined
  readonly description?: string | undefined
  readonly traits?: readonly NftTrait[] | undefined
  /** Where the collection says that the image is. */
  readonly image?: string | undefined
  /** The source calls it spam itself. */
  readonly isFlagged?: boolean
}

interface NftPage {
  readonly nfts: readonly FoundNft[]
  /** Where to go on, in words of the source. */
  readonly next?: string | undefined
}

export const PAGE_NFTS = 24

/**
 * What an address holds.
 * @param cursor the `next` of the page before
 * @throws ServiceError `address.malformed`, `chain.unsupported`, `upstream.unavailable`, `request.invalid` for a cursor that
 *   is none of its own
 */
export type ReadNfts = (
  caipNetworkId: CaipNetworkId,
  address: string,
  cursor?: string,
  signal?: AbortSignal,
) => Promise<NftPage>
