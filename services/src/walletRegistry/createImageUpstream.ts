import { readBytes } from '../http/readBytes.ts'
import type { Log } from '../log.ts'
import type { RegistryImage } from './image.ts'
import { LeastRecentlyUsed } from './leastRecentlyUsed.ts'

const TYPES: readonly string[] = [
  'image/svg+xml',
  'image/webp',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/avif',
] satisfies RegistryImage['type'][]

const isImageType = (type: string): type is RegistryImage['type'] => TYPES.includes(type)

const TIMEOUT_MS = 3_000
const IMAGE_MAX_BYTES = 256_000
const CACHE_MAX_BYTES = 32_000_000
const IMAGE_LIFETIME_MS = 86_400_000
/** What could not be had is not asked for again before this. */
const FAILURE_LIFETIME_MS = 60_000
/** Past this many at once a visitor gets what is there. */
const REQUESTS_MAX = 16

/** The addresses of services.md §4.3. */
type ImagePath = '/getWalletImage/' | '/public/getAssetImage/' | '/public/getCurrencyImage/' | '/public/getTokenImage/'

/** An image that another registry has, or undefined. It never rejects: there is always another answer. */
export type ImageUpstream = (path: ImagePath, id: string) => Promise<RegistryImage | undefined>

export const noUpstream: ImageUpstream = async () => undefined

/** An id becomes part of an address, so it is a name and nothing else. */
const ID = /^[A-Za-z0-9][\w.$+-]{0,63}$/

/** @throws Error for everything that is no image of a type that we pass on */
async function fetchImage(url: URL): Promise<RegistryImage> {
  // The operator has chosen this host, and none that it might point to.
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`The upstream answered ${answer.status}`)
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!isImageType(type)) throw new Error('The upstream answered with something other than an image')
  const content = await readBytes(answer.body, IMAGE_MAX_BYTES)
  if (content.length === 0) throw new Error('The image is empty')
  return { type, content }
}

interface Kept {
  readonly image?: RegistryImage
  readonly until: number
}

/**
 * Asks another registry of services.md §4.3 for images that ours has not, and keeps its answers in memory.
 * @param base its origin and path; a query is sent along (a project id, say), nothing of the visitor is
 */
export function createImageUpstream(base: string, log: Log, now: () => number = Date.now): ImageUpstream {
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
      // Not the URL: it may hold a key.
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
