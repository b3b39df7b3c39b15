import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** Lets scripts of one origin, and no others, send requests and read the responses. */
export const readableBy = (origin: string): MiddlewareHandler =>
  cors({
    origin,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'DPoP', 'Content-Type'],
    exposeHeaders: ['Retry-After'],
    maxAge: 86_400,
  })
