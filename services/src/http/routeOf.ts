import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * The pattern of the route that answers, with placeholders where an address or a name is: for logs and metrics. `none` where
 * nothing is. What is matched for all methods is a frame around routes, and matches what there is none for.
 */
export const routeOf = (c: Context): string =>
  matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none'
