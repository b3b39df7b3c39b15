import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/** A browser checks a 304 for the leave to read it, too. */
const retainedHeaders = [...RETAINED_304_HEADERS, 'access-control-allow-origin']

/**
 * A strong ETag over the body, 304 where the browser still has it; `cacheControl` only on what succeeded and says nothing
 * else itself.
 */
export function cached(cacheControl: string): MiddlewareHandler {
  const control: MiddlewareHandler = async (c, next) => {
    await next()
    // Not by `c.header`, which copies an answer that is there already.
    const { headers, ok } = c.res
    headers.set('Cache-Control', ok ? (headers.get('Cache-Control') ?? cacheControl) : 'no-store')
  }
  return every(etag({ retainedHeaders }), control)
}

/** Kept, but asked about before each use. */
export const revalidated = cached('no-cache')
