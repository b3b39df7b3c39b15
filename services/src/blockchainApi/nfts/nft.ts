import type { CaipNetworkId } from '@portico/contracts'
import type { NftTrait } from '@portico/contracts/services/nfts'

/** A collectible as described by its source: unchecked. */
export interface FoundNft {
  /** In the chain's spelling: a contract, a mint, or the address that holds an inscription. */
  readonly contract: string
  readonly id: string
  readonly name?: string | undefined
  readonly collection?: string | undefined
  /** The amount, for tokens that exist more than once. */
  readonly amount?: string | undefined
  readonly description?: string | undefined
  readonly traits?: readonly NftTrait[] | undefined
  /** The image address, according to the collection. */
  readonly image?: string | undefined
  /** Flagged as spam by the source. */
  readonly isFlagged?: boolean
}

interface NftPage {
  readonly nfts: readonly FoundNft[]
  /** The next page's cursor, in the source's format. */
  readonly next?: string | undefined
}

export const PAGE_NFTS = 24

/**
 * The collectibles of an address.
 * @param cursor the `next` of the previous page
 * @throws ServiceError `address.malformed`, `chain.unsupported`, `upstream.unavailable`, `request.invalid` for a cursor
 *   of another source
 */
export type ReadNfts = (
  caipNetworkId: CaipNetworkId,
  address: string,
  cursor?: string,
  signal?: AbortSignal,
) => Promise<NftPage>
