import type { CaipNetworkId } from '@portico/contracts'
import {
  DESCRIPTION_MAX_CHARACTERS,
  IMAGE_PATH,
  type Nft,
  type NftTrait,
  TRAITS_MAX,
} from '@portico/contracts/services/nfts'
import { NAME_MAX_CHARACTERS } from '@portico/contracts/services/wireText'

/** An NFT as shown. Its texts come from strangers: they are rendered as plain, isolated text and load nothing. */
export interface ShownNft {
  /** Unique within an account and network. */
  readonly key: string
  /** In the chain's own notation: a contract, a collection's mint, or the address that holds an inscription. */
  readonly contract: string
  /** A token id, a mint, or an inscription id. */
  readonly id: string
  /** A whole number, for tokens with several copies. */
  readonly amount?: string | undefined
  readonly name?: string | undefined
  readonly collection?: string | undefined
  readonly description?: string | undefined
  readonly traits: readonly NftTrait[]
  /** Always a URL of the services' own image proxy. */
  readonly imageUrl?: string | undefined
  readonly isSpam: boolean
}

/** 2^256 has 78 digits; an inscription's id has 77 characters, and a mint has 44. */
const ID_MAX_CHARACTERS = 128
const IMAGE_MAX_CHARACTERS = 8_000

/** Invisible and bidi control characters, except line breaks. */
const NOT_SHOWN = /(?!\n)[\p{Cc}\p{Co}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** The services clean texts too, but the modal does not rely on that. */
function shown(text: string | null | undefined, most: number): string | undefined {
  const seen = text?.replace(NOT_SHOWN, '').trim()
  if (!seen) return undefined
  // Does not cut a surrogate pair in half.
  return seen.length <= most ? seen : `${seen.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const line = (text: string | null | undefined) => shown(text?.replaceAll('\n', ' '), NAME_MAX_CHARACTERS)

/** Whatever the response says, every URL leads to the services' image proxy. */
function imageUrlOf(path: string | null | undefined, api: string): string | undefined {
  if (!path?.startsWith(`${IMAGE_PATH}?`) || path.length > IMAGE_MAX_CHARACTERS) return undefined
  return `${api}${path.slice(1)}`
}

/**
 * @param api the services' URL, with a trailing slash
 * @returns undefined for an NFT of another network
 */
export function toShownNft(nft: Nft, caipNetworkId: CaipNetworkId, api: string): ShownNft | undefined {
  const contract = nft.contract.startsWith(`${caipNetworkId}:`) && nft.contract.slice(caipNetworkId.length + 1)
  if (!contract || !nft.id || nft.id.length > ID_MAX_CHARACTERS) return undefined
  return {
    key: `${contract}/${nft.id}`,
    contract,
    id: nft.id,
    ...(nft.amount && { amount: nft.amount }),
    name: line(nft.name),
    collection: line(nft.collection),
    description: shown(nft.description, DESCRIPTION_MAX_CHARACTERS),
    traits: (nft.traits ?? []).slice(0, TRAITS_MAX).flatMap(({ name, value }) => {
      const told = line(value)
      return told ? [{ name: line(name) ?? '', value: told }] : []
    }),
    imageUrl: imageUrlOf(nft.image, api),
    isSpam: nft.isSpam,
  }
}
