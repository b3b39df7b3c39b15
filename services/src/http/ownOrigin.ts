import type { Context } from 'hono'

/** This service's public origin; TLS may end at a proxy. */
export function ownOrigin(c: Context): string {
  const url = new URL(c.req.url)
  return c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' ? `https://${url.host}` : url.origin
}
