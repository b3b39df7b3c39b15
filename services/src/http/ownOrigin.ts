import type { Context } from 'hono'

/** Where this service is reached; TLS may end at a proxy. */
export function ownOrigin(c: Context): string {
  const url = new URL(c.req.url)
  return c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' ? `https://${url.host}` : url.origin
}
