import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * The pattern of the route that matches, with placeholders for addresses and names, for logs and metrics; `none` if
 * there is no match. Handlers for all methods are ignored, because they are middleware and match everything.
 */
export const routeOf = (c: Context): string =>
  matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none'
