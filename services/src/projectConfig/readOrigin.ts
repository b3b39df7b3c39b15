import { isAllowedOrigin } from '@portico/contracts/services/allowedOrigins'
import type { Context } from 'hono'
import { ServiceError } from '../http/errors.ts'
import type { Project } from './project.ts'

/**
 * The page that asks. Browsers name it with every POST and PUT, and where the service has another origin than the page
 * with every GET, too; no script can change what they say.
 * @throws ServiceError `origin.notAllowed`
 */
export function readOrigin(c: Context, { allowedOrigins }: Project): string | undefined {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isAllowedOrigin(origin, allowedOrigins)) throw new ServiceError('origin.notAllowed')
  return origin
}

/** @throws ServiceError `origin.missing`, `origin.notAllowed` */
export function requireOrigin(c: Context, project: Project): string {
  const origin = readOrigin(c, project)
  if (origin === undefined) throw new ServiceError('origin.missing')
  return origin
}
