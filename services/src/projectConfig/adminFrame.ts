import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ServiceError } from '../http/errors.ts'
import { PROJECT_ID_PATTERN } from '../http/readProjectId.ts'
import type { AdminScope, Authorize } from './adminTokens.ts'

export interface AdminEnv {
  /** The caller's name in the audit log. */
  Variables: { actor: string }
}

/** Prevents proxies from caching the admin API. */
export const adminHeaders = createMiddleware(async (c, next) => {
  await next()
  // Does not use `c.header`, which copies an existing response.
  c.res.headers.set('Cache-Control', 'no-store')
  c.res.headers.set('X-Content-Type-Options', 'nosniff')
})

/** Requires a token with the scope. */
export const createNeeds = (authorize: Authorize) => (scope: AdminScope) =>
  createMiddleware<AdminEnv>(async (c, next) => {
    c.header('WWW-Authenticate', 'Bearer')
    c.set('actor', authorize(c.req.header('Authorization'), scope))
    c.header('WWW-Authenticate', undefined)
    await next()
  })

/**
 * Rejects malformed ids before any query, because the database refuses some characters.
 * @throws ServiceError `project.unknown`
 */
export function projectIdOf(c: Context): string {
  const projectId = c.req.param('projectId') ?? ''
  if (!PROJECT_ID_PATTERN.test(projectId)) throw new ServiceError('project.unknown')
  return projectId
}
