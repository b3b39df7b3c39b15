import { isAllowedOrigin, matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import type { Context } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { PAGES_OF_THIS_MACHINE } from '../ofThisMachine.ts'
import type { Project } from './project.ts'

/**
 * Which pages may do what (decision 0048). Browsers name the page with every POST and PUT, and with every GET where the
 * service has another origin than the page; no script can change what they say. A request without an origin comes from no
 * page: each function says what it does with that.
 */

/** What counts as a page of the project itself. */
export interface OwnPages {
  /** Also pages of the visitor's own machine. */
  readonly isDevelopment: boolean
}

/** Whether the project's operator has named the page. The hosts where anybody can publish do not count. */
export const isOwnOrigin = (origin: string, { allowedOrigins }: Project, { isDevelopment }: OwnPages): boolean =>
  [...allowedOrigins, ...(isDevelopment ? PAGES_OF_THIS_MACHINE : [])].some((pattern) => matchesOrigin(pattern, origin))

/**
 * For what only reads public data at the project's cost: its own pages, and previews on `DEFAULT_ALLOWED_ANCESTORS`. No page
 * at all may read too.
 * @throws ServiceError `origin.notAllowed`
 */
export function checkReader(c: Context, { allowedOrigins }: Project): void {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isAllowedOrigin(origin, allowedOrigins)) throw new ServiceError('origin.notAllowed')
}

/**
 * For everything that uses a session or writes data: the project's own pages only.
 * @returns the page, or undefined for a request from no page, which needs a secret of its own
 * @throws ServiceError `origin.notAllowed`
 */
export function readOwnOrigin(c: Context, project: Project, own: OwnPages): string | undefined {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isOwnOrigin(origin, project, own)) throw new ServiceError('origin.notAllowed')
  return origin
}

/**
 * For everything that a session begins with: one of the project's own pages, which must be named.
 * @throws ServiceError `origin.missing`, `origin.notAllowed`
 */
export function requireOwnOrigin(c: Context, project: Project, own: OwnPages): string {
  const origin = readOwnOrigin(c, project, own)
  if (origin === undefined) throw new ServiceError('origin.missing')
  return origin
}
