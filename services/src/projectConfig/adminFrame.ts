import type { Grant } from '@portico/contracts/services/operators'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ServiceError } from '../http/errors.ts'
import { PROJECT_ID_PATTERN } from '../http/readProjectId.ts'
import type { AdminScope } from './adminTokens.ts'

/** Who sends a request to the admin API. */
export interface Caller {
  /** The caller's name in the audit log. */
  readonly actor: string
  /** The roles of an operator; undefined for a token, which is for all projects. */
  readonly grants?: readonly Grant[]
}

/**
 * Finds the caller of a request.
 * @throws ServiceError if the caller may not do what the scope stands for
 */
export type Guard = (c: Context, scope: AdminScope) => Promise<Caller>

export interface AdminEnv {
  Variables: {
    /** The caller's name in the audit log. */
    actor: string
    grants: readonly Grant[] | undefined
  }
}

/** Prevents proxies from caching the admin API, and pages of other origins from embedding its answers. */
export const adminHeaders = createMiddleware(async (c, next) => {
  await next()
  // Does not use `c.header`, which copies an existing response.
  c.res.headers.set('Cache-Control', 'no-store')
  c.res.headers.set('X-Content-Type-Options', 'nosniff')
  c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
})

/** Requires a token with the scope, or an operator's session where that is enough. */
export const createNeeds = (guard: Guard) => (scope: AdminScope) =>
  createMiddleware<AdminEnv>(async (c, next) => {
    c.header('WWW-Authenticate', 'Bearer')
    const { actor, grants } = await guard(c, scope)
    c.set('actor', actor)
    c.set('grants', grants)
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
