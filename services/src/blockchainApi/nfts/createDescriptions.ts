import { DESCRIPTION_MAX_CHARACTERS } from '@portico/contracts/services/nfts'
import { fallback, object, optional, parse, safeParse, string, unknown } from 'valibot'
import { LeastRecentlyUsed } from '../../walletRegistry/leastRecentlyUsed.ts'
import type { PublicFetch } from '../image/fetchPublic.ts'
import type { FoundNft } from './nft.ts'
import { Traits } from './traits.ts'

/** What a token's metadata say. */
type Description = Pick<FoundNft, 'name' | 'image' | 'description' | 'traits'>

/** @param address the metadata's address, as the token gives it. Unreadable metadata gives an empty description */
export type Describe = (address: string, signal?: AbortSignal) => Promise<Description>

/** Large, because metadata may include an inlined picture. */
const DESCRIPTION_MAX_BYTES = 1_000_000
/** Short, because a list has to wait for its slowest token. */
const WAIT_MS = 4_000
const CACHE_MAX_BYTES = 16_000_000
const LIFETIME_MS = 3_600_000
const FAILURE_LIFETIME_MS = 60_000

const Text = fallback(optional(string()), undefined)

/** The first three are from https://eips.ethereum.org/EIPS/eip-721 and eip-1155. Marketplaces read the others too. */
const Metadata = object({
  name: Text,
  description: Text,
  image: Text,
  image_url: Text,
  image_data: Text,
  attributes: optional(unknown()),
})
/** More characters than are shown, because invisible characters are removed later. */
const KEPT_CHARACTERS = 2 * DESCRIPTION_MAX_CHARACTERS

const drawn = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

function readDescription(bytes: Uint8Array): Description {
  const { success, output } = safeParse(Metadata, JSON.parse(Buffer.from(bytes).toString('utf8')))
  if (!success) throw new Error('The answer is no description')
  const { name, description, image, image_url, image_data, attributes } = output
  return {
    name,
    image: image || image_url || (image_data && drawn(image_data)),
    ...(description && { description: description.slice(0, KEPT_CHARACTERS) }),
    ...(attributes !== undefined && { traits: parse(Traits, attributes) }),
  }
}

/** Reads the metadata of tokens from any address, as carefully as their images. */
export function createDescriptions(fetchPublic: PublicFetch, now: () => number = () => performance.now()): Describe {
  interface Kept {
    readonly description: Description
    readonly until: number
  }
  const cache = new LeastRecentlyUsed<Kept>(CACHE_MAX_BYTES, ({ description: kept }) => 2 * JSON.stringify(kept).length)

  return async (address, signal) => {
    const known = cache.get(address)
    if (known && known.until > now()) return known.description
    const keep = (description: Description, lifetimeMs: number) => {
      cache.set(address, { description, until: now() + lifetimeMs })
      return description
    }
    try {
      const wanted = { accept: 'application/json', maxBytes: DESCRIPTION_MAX_BYTES, waitMs: WAIT_MS, signal }
      return keep(readDescription(await fetchPublic(address, wanted)), LIFETIME_MS)
    } catch {
      return keep({}, FAILURE_LIFETIME_MS)
    }
  }
}
