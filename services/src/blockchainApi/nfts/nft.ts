import type { CaipNetworkId } from '@portico/contracts'
import type { NftTrait } from '@portico/contracts/services/nfts'

/** A collectible as its source describes it, unchecked. */
export interface FoundNft {
  /** A contract, a mint, or the address that holds an inscription, as the chain writes it. */
  readonly contract: string
  readonly id: string
  readonly name?: string | undefined
  readonly collection?: string | undefined
  /** The amount held, for tokens that exist more than once. */
  readonly amount?: string | undefined
  readonly description?: string | undefined
  readonly traits?: readonly NftTrait[] | undefined
  /** The address of the image, according to the collection. */
  readonly image?: string | undefined
  /** Whether the source flags the collectible as spam. */
  readonly isFlagged?: boolean
}

interface NftPage {
  readonly nfts: readonly FoundNft[]
  /** The cursor of the next page, in the format of the source. */
  readonly next?: string | undefined
}

export const PAGE_NFTS = 24

/**
 * Reads the collectibles of an address.
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
