import { isAllowedOrigin, matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import type { Context } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { PAGES_OF_THIS_MACHINE } from '../ofThisMachine.ts'
import type { Project } from './project.ts'

/**
 * Decides which pages may do what (decision 0048). Browsers send the page's origin with every POST and PUT, and with
 * every cross-origin GET; no script can change it. A request without an origin does not come from a page: each function
 * documents how it treats such a request.
 */

/** Which pages count as the project's own. */
export interface OwnPages {
  /** Whether pages on the visitor's own machine count. */
  readonly isDevelopment: boolean
}

/** Whether the project's operator has listed the page. Hosts where anybody can publish do not count. */
export const isOwnOrigin = (origin: string, { allowedOrigins }: Project, { isDevelopment }: OwnPages): boolean =>
  [...allowedOrigins, ...(isDevelopment ? PAGES_OF_THIS_MACHINE : [])].some((pattern) => matchesOrigin(pattern, origin))

/**
 * For reads of public data at the project's cost: allows the project's own pages, previews on
 * `DEFAULT_ALLOWED_ANCESTORS`, and requests that come from no page.
 * @throws ServiceError `origin.notAllowed`
 */
export function checkReader(c: Context, { allowedOrigins }: Project): void {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isAllowedOrigin(origin, allowedOrigins)) throw new ServiceError('origin.notAllowed')
}

/**
 * For everything that uses a session or writes data: the project's own pages only.
 * @returns the page's origin; undefined for a request that comes from no page, which then needs a secret
 * @throws ServiceError `origin.notAllowed`
 */
export function readOwnOrigin(c: Context, project: Project, own: OwnPages): string | undefined {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isOwnOrigin(origin, project, own)) throw new ServiceError('origin.notAllowed')
  return origin
}

/**
 * For the start of a session: requires one of the project's own pages.
 * @throws ServiceError `origin.missing`, `origin.notAllowed`
 */
export function requireOwnOrigin(c: Context, project: Project, own: OwnPages): string {
  const origin = readOwnOrigin(c, project, own)
  if (origin === undefined) throw new ServiceError('origin.missing')
  return origin
}
