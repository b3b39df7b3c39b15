import { boolean, fallback, type InferOutput, maxLength, nullish, object, optional, pipe, string } from 'valibot'
import { listOf } from './listOf.ts'
import { CaipAddressText, CaipNetworkIdText, IntegerText, NameText } from './wireText.ts'

/** Ours: `GET /v1/account/{address}/nfts`. A service without it has none to show. */
export const nftsPath = (address: string) => `/v1/account/${encodeURIComponent(address)}/nfts`

export const NftsQuery = object({
  chainId: CaipNetworkIdText,
  /** The `next` of the page before, unread. */
  cursor: optional(string()),
})

/** What a token says of itself at length. A list carries it for each of its tokens. */
export const DESCRIPTION_MAX_CHARACTERS = 1_000
export const TRAITS_MAX = 24

/** A trait as a token tells it: `Background`, `Blue`. */
export const NftTrait = object({ name: NameText, value: NameText })

export const Nft = object({
  /** CAIP-10; of an inscription of Bitcoin: the address that holds it. */
  contract: CaipAddressText,
  /** The token's, a mint's, or an inscription's. */
  id: string(),
  /** How many of it are held: of ERC-1155. Absent where there is one of each. */
  amount: fallback(nullish(IntegerText), undefined),
  name: fallback(nullish(NameText), undefined),
  collection: fallback(nullish(NameText), undefined),
  /** Plain text with line breaks, whatever it looks like. */
  description: fallback(nullish(pipe(string(), maxLength(DESCRIPTION_MAX_CHARACTERS))), undefined),
  traits: fallback(nullish(listOf(NftTrait)), undefined),
  /** Below `IMAGE_PATH` of the same service, with the project in it: never the address that the collection names. */
  image: fallback(nullish(string()), undefined),
  isSpam: boolean(),
})

export const Nfts = object({ data: listOf(Nft), next: nullish(string()) })

/**
 * Ours: `GET /v1/image?url=`: a picture of a collection, fetched and looked at by the service. Its address begins with
 * `http:`, `https:`, `ipfs:` or `data:`.
 */
export const IMAGE_PATH = '/v1/image'
export const IMAGE_MAX_BYTES = 2_000_000
export const ImageQuery = object({ url: string() })

export type NftTrait = InferOutput<typeof NftTrait>
export type Nft = InferOutput<typeof Nft>
export type Nfts = InferOutput<typeof Nfts>
