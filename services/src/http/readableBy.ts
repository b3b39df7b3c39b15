import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** What the scripts of one origin may ask and read, and those of no other. */
export const readableBy = (origin: string): MiddlewareHandler =>
  cors({
    origin,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'DPoP', 'Content-Type'],
    exposeHeaders: ['Retry-After'],
    maxAge: 86_400,
  })
