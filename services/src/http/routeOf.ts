import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * The pattern of the matching route, with placeholders for addresses and names: for logs and metrics. `none` without a
 * match. Ignores handlers for all methods, which are middleware and match everything.
 */
export const routeOf = (c: Context): string =>
  matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none'
