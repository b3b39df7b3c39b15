import type { Context } from 'hono'
import { ServiceError } from './errors.ts'

export const PROJECT_ID_PATTERN = /^[0-9a-f]{32}$/

/**
 * services.md §3: nearly every call names its project. If the site omits the option, the parameter is `''`.
 * @throws ServiceError `project.missing`, `project.malformed`
 */
export function readProjectId(c: Context): string {
  const projectId = c.req.query('projectId')
  if (!projectId) throw new ServiceError('project.missing')
  if (!PROJECT_ID_PATTERN.test(projectId)) throw new ServiceError('project.malformed')
  return projectId
}
