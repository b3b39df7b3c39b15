import { is } from 'valibot'
import { readBytes } from '../http/readBytes.ts'
import type { Log } from '../log.ts'
import { ImageType, type RegistryImage } from './image.ts'
import { LeastRecentlyUsed } from './leastRecentlyUsed.ts'

const TIMEOUT_MS = 3_000
const IMAGE_MAX_BYTES = 256_000
const CACHE_MAX_BYTES = 32_000_000
const IMAGE_LIFETIME_MS = 86_400_000
/** An image that could not be fetched is not requested again within this time. */
const FAILURE_LIFETIME_MS = 60_000
/** The maximum of parallel requests; beyond it, visitors get the next best image. */
const REQUESTS_MAX = 16

/** The paths of services.md §4.3. */
type ImagePath = '/getWalletImage/' | '/public/getAssetImage/' | '/public/getCurrencyImage/' | '/public/getTokenImage/'

/** Returns an image of another registry, or undefined. Never rejects, because there is always another image to show. */
export type ImageUpstream = (path: ImagePath, id: string) => Promise<RegistryImage | undefined>

export const noUpstream: ImageUpstream = async () => undefined

/** An id becomes part of a URL, so only plain names are allowed. */
const ID = /^[A-Za-z0-9][\w.$+-]{0,63}$/

/** @throws Error for everything except an image of an allowed type */
async function fetchImage(url: URL): Promise<RegistryImage> {
  // The operator has chosen this host, but not the targets of its redirects.
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`The upstream answered ${answer.status}`)
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!is(ImageType, type)) throw new Error('The upstream answered with something other than an image')
  const content = await readBytes(answer.body, IMAGE_MAX_BYTES)
  if (content.length === 0) throw new Error('The image is empty')
  return { type, content }
}

interface Kept {
  readonly image?: RegistryImage
  readonly until: number
}

/**
 * Requests missing images from another registry with the API of services.md §4.3, and caches its answers in memory.
 * @param base the registry's origin and path. The query of `base` (such as a project id) is sent too, but nothing about
 *   the visitor
 */
export function createImageUpstream(base: string | URL, log: Log, now: () => number = Date.now): ImageUpstream {
  const cache = new LeastRecentlyUsed<Kept>(CACHE_MAX_BYTES, ({ image }) => image?.content.length ?? 0)
  const underWay = new Map<string, Promise<RegistryImage | undefined>>()

  async function ask(path: ImagePath, id: string, former: RegistryImage | undefined) {
    const url = new URL(base)
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}${encodeURIComponent(id)}`
    const keep = (image: RegistryImage | undefined, lifetimeMs: number) => {
      cache.set(`${path}${id}`, { image, until: now() + lifetimeMs })
      return image
    }
    try {
      return keep(await fetchImage(url), IMAGE_LIFETIME_MS)
    } catch (error) {
      // The URL is not logged, because it may contain a key.
      log.warn('the image upstream failed', { path: `${path}${id}`, reason: String(error) })
      return keep(former, FAILURE_LIFETIME_MS)
    }
  }

  return async (path, id) => {
    if (!ID.test(id)) return undefined
    const key = `${path}${id}`
    const kept = cache.get(key)
    if (kept && kept.until > now()) return kept.image
    const pending = underWay.get(key)
    if (pending) return pending
    if (underWay.size >= REQUESTS_MAX) return kept?.image
    const asking = ask(path, id, kept?.image).finally(() => underWay.delete(key))
    underWay.set(key, asking)
    return asking
  }
}
