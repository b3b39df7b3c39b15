import { boolean, fallback, type InferOutput, maxLength, nullish, object, optional, pipe, string } from 'valibot'
import { listOf } from './listOf.ts'
import { CaipAddressText, CaipNetworkIdText, IntegerText, NameText } from './wireText.ts'

/** Our own addition: `GET /v1/account/{address}/nfts`. With a service that lacks it, no NFTs are shown. */
export const nftsPath = (address: string) => `/v1/account/${encodeURIComponent(address)}/nfts`

export const NftsQuery = object({
  chainId: CaipNetworkIdText,
  /** The `next` of the previous page, to be passed on unchanged. */
  cursor: optional(string()),
})

/** The longest description of a token. A list contains one for each token. */
export const DESCRIPTION_MAX_CHARACTERS = 1_000
export const TRAITS_MAX = 24

/** A trait as the token states it, such as `Background` and `Blue`. */
export const NftTrait = object({ name: NameText, value: NameText })

export const Nft = object({
  /** The CAIP-10 address of the contract or, for a Bitcoin inscription, of the holder. */
  contract: CaipAddressText,
  /** The id of the token, of the mint or of the inscription. */
  id: string(),
  /** How many the account holds, for ERC-1155. Absent for unique tokens. */
  amount: fallback(nullish(IntegerText), undefined),
  name: fallback(nullish(NameText), undefined),
  collection: fallback(nullish(NameText), undefined),
  /** Plain text with line breaks, even if it looks like markup. */
  description: fallback(nullish(pipe(string(), maxLength(DESCRIPTION_MAX_CHARACTERS))), undefined),
  traits: fallback(nullish(listOf(NftTrait)), undefined),
  /** A URL at the `IMAGE_PATH` of the same service, with the project in it. It is never the collection's own URL. */
  image: fallback(nullish(string()), undefined),
  isSpam: boolean(),
})

export const Nfts = object({ data: listOf(Nft), next: nullish(string()) })

/**
 * Our own addition: `GET /v1/image?url=` returns a collection's picture, which the service fetches and checks. The URL
 * begins with `http:`, `https:`, `ipfs:` or `data:`.
 */
export const IMAGE_PATH = '/v1/image'
export const IMAGE_MAX_BYTES = 2_000_000
export const ImageQuery = object({ url: string() })

export type NftTrait = InferOutput<typeof NftTrait>
export type Nft = InferOutput<typeof Nft>
export type Nfts = InferOutput<typeof Nfts>
