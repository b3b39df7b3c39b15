import type { Context } from 'hono'

/** The public origin of this service. A proxy may have received the request with TLS. */
export function ownOrigin(c: Context): string {
  const url = new URL(c.req.url)
  return c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' ? `https://${url.host}` : url.origin
}
