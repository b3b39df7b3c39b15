import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/** Browsers check the CORS headers of a 304 as well. */
const retainedHeaders = [...RETAINED_304_HEADERS, 'access-control-allow-origin']

/**
 * Adds a strong ETag, and responds with a 304 if the client already has the same ETag. A successful response without a
 * `Cache-Control` gets the given value.
 */
export function cached(cacheControl: string): MiddlewareHandler {
  const control: MiddlewareHandler = async (c, next) => {
    await next()
    // `c.header` is not used, because it would copy the response.
    const { headers, ok } = c.res
    headers.set('Cache-Control', ok ? (headers.get('Cache-Control') ?? cacheControl) : 'no-store')
  }
  return every(etag({ retainedHeaders }), control)
}

/** Lets browsers cache a response, but revalidate it before each use. */
export const revalidated = cached('no-cache')
