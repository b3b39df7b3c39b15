import { boolean, fallback, type InferOutput, maxLength, nullish, object, optional, pipe, string } from 'valibot'
import { listOf } from './listOf.ts'
import { CaipAddressText, CaipNetworkIdText, IntegerText, NameText } from './wireText.ts'

/** Ours: `GET /v1/account/{address}/nfts`. A service without it shows none. */
export const nftsPath = (address: string) => `/v1/account/${encodeURIComponent(address)}/nfts`

export const NftsQuery = object({
  chainId: CaipNetworkIdText,
  /** The previous page's `next`, opaque. */
  cursor: optional(string()),
})

/** A token's own description. A list contains one for each token. */
export const DESCRIPTION_MAX_CHARACTERS = 1_000
export const TRAITS_MAX = 24

/** A trait as the token states it: `Background`, `Blue`. */
export const NftTrait = object({ name: NameText, value: NameText })

export const Nft = object({
  /** CAIP-10; for a Bitcoin inscription, the holder's address. */
  contract: CaipAddressText,
  /** The id of the token, mint or inscription. */
  id: string(),
  /** The number held, for ERC-1155. Absent for unique tokens. */
  amount: fallback(nullish(IntegerText), undefined),
  name: fallback(nullish(NameText), undefined),
  collection: fallback(nullish(NameText), undefined),
  /** Plain text with line breaks, even if it looks like markup. */
  description: fallback(nullish(pipe(string(), maxLength(DESCRIPTION_MAX_CHARACTERS))), undefined),
  traits: fallback(nullish(listOf(NftTrait)), undefined),
  /** Below the same service's `IMAGE_PATH`, with the project in it: never the collection's own URL. */
  image: fallback(nullish(string()), undefined),
  isSpam: boolean(),
})

export const Nfts = object({ data: listOf(Nft), next: nullish(string()) })

/**
 * Ours: `GET /v1/image?url=`: a collection's picture, fetched and checked by the service. The URL begins with `http:`,
 * `https:`, `ipfs:` or `data:`.
 */
export const IMAGE_PATH = '/v1/image'
export const IMAGE_MAX_BYTES = 2_000_000
export const ImageQuery = object({ url: string() })

export type NftTrait = InferOutput<typeof NftTrait>
export type Nft = InferOutput<typeof Nft>
export type Nfts = InferOutput<typeof Nfts>
