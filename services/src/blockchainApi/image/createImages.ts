import { IMAGE_MAX_BYTES } from '@portico/contracts/services/nfts'
import { ServiceError } from '../../http/errors.ts'
import { LeastRecentlyUsed } from '../../walletRegistry/leastRecentlyUsed.ts'
import { createTurns } from './createTurns.ts'
import type { PublicFetch } from './fetchPublic.ts'
import { isDrawable } from './pixels.ts'
import { type ImageType, sniffType } from './sniffType.ts'
import { rewriteSvg } from './svg/rewriteSvg.ts'

export interface Image {
  readonly type: ImageType
  readonly content: Uint8Array<ArrayBuffer>
}

export interface Images {
  /**
   * @param address an untrusted `http:`, `https:`, `ipfs:` or `data:` address
   * @throws ServiceError `request.invalid` if the address is refused, `image.unknown` if it has no acceptable image,
   *   `rate.limited` if too many images are requested at once
   */
  read(address: string): Promise<Image>
}

const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml'
const CACHE_MAX_BYTES = 64_000_000
const IMAGE_LIFETIME_MS = 86_400_000
/** How long after a failure an image is not requested again. */
const FAILURE_LIFETIME_MS = 60_000
/** High, because a page with a list requests all of its images at once. */
const TURNS = { atOnce: 64, inLine: 512 }

/** Reads an image of a known type. An SVG is reduced to what it draws. */
export function readImage(bytes: Uint8Array<ArrayBuffer>): Image | undefined {
  const type = sniffType(bytes)
  if (type) return isDrawable(type, bytes) ? { type, content: bytes } : undefined
  try {
    const svg = rewriteSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { type: 'image/svg+xml', content: Uint8Array.from(Buffer.from(svg)) }
  } catch {
    // Neither a raster image nor an SVG. The reason is dropped, because visitors have no use for it.
    return undefined
  }
}

interface Kept {
  readonly image?: Image
  readonly error?: ServiceError
  readonly until: number
}

/** Reads images from anywhere, with a cache of limited size. Concurrent callers share one request. */
export function createImages(fetchPublic: PublicFetch, now: () => number = () => performance.now()): Images {
  const cache = new LeastRecentlyUsed<Kept>(CACHE_MAX_BYTES, ({ image }) => image?.content.length ?? 0)
  const underWay = new Map<string, Promise<Kept>>()
  const turns = createTurns(TURNS)

  async function ask(address: string): Promise<Kept> {
    try {
      const bytes = await fetchPublic(address, { accept: ACCEPT, maxBytes: IMAGE_MAX_BYTES })
      const image = readImage(bytes)
      if (image) return { image, until: now() + IMAGE_LIFETIME_MS }
    } catch (thrown) {
      if (thrown instanceof ServiceError) return { error: thrown, until: now() + FAILURE_LIFETIME_MS }
    }
    return { error: new ServiceError('image.unknown'), until: now() + FAILURE_LIFETIME_MS }
  }

  async function find(address: string): Promise<Kept> {
    const known = cache.get(address)
    if (known && known.until > now()) return known
    const pending = underWay.get(address)
    if (pending) return pending
    const asking = turns(() => ask(address)).finally(() => underWay.delete(address))
    underWay.set(address, asking)
    const kept = await asking
    cache.set(address, kept)
    return kept
  }

  return {
    async read(address) {
      const { image, error } = await find(address)
      if (!image) throw error ?? new ServiceError('image.unknown')
      return image
    },
  }
}
