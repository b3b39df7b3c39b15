import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/** Browsers check CORS on a 304, too. */
const retainedHeaders = [...RETAINED_304_HEADERS, 'access-control-allow-origin']

/** Adds a strong ETag and answers 304 if it matches; sets `cacheControl` on successful answers without one. */
export function cached(cacheControl: string): MiddlewareHandler {
  const control: MiddlewareHandler = async (c, next) => {
    await next()
    // Not `c.header`, which copies an existing response.
    const { headers, ok } = c.res
    headers.set('Cache-Control', ok ? (headers.get('Cache-Control') ?? cacheControl) : 'no-store')
  }
  return every(etag({ retainedHeaders }), control)
}

/** Cached, but revalidated before each use. */
export const revalidated = cached('no-cache')
