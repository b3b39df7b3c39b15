import { matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import { ServiceError } from '../http/errors.ts'
import { PAGES_OF_THIS_MACHINE } from '../ofThisMachine.ts'

/**
 * A page's name in mails: its host, if the page belongs to the project, or to the secure site, where wallet owners
 * manage their wallets. Pages on the visitor's own machine count if the secure site is there, too, that is, in
 * development; the wildcards of every project do not count here.
 * @throws ServiceError `origin.notAllowed`
 */
export function readHost(page: string, allowedOrigins: readonly string[], secureSiteOrigin: string): string {
  const isLocal = PAGES_OF_THIS_MACHINE.some((pattern) => matchesOrigin(pattern, secureSiteOrigin))
  const patterns = isLocal ? [...allowedOrigins, ...PAGES_OF_THIS_MACHINE] : allowedOrigins
  const isAllowed = page === secureSiteOrigin || patterns.some((pattern) => matchesOrigin(pattern, page))
  if (!isAllowed) throw new ServiceError('origin.notAllowed')
  return new URL(page).host
}
