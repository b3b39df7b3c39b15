import { matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import { ServiceError } from '../http/errors.ts'
import { PAGES_OF_THIS_MACHINE } from '../ofThisMachine.ts'

/**
 * The name of a page in mails: its host. The page must belong to the project, or to the secure site, where owners
 * manage their wallets. Pages on the visitor's own machine are allowed only if the secure site is on that machine too,
 * that is, in development. The wildcards that other checks allow for every project do not apply here.
 * @throws ServiceError `origin.notAllowed`
 */
export function readHost(page: string, allowedOrigins: readonly string[], secureSiteOrigin: string): string {
  const isLocal = PAGES_OF_THIS_MACHINE.some((pattern) => matchesOrigin(pattern, secureSiteOrigin))
  const patterns = isLocal ? [...allowedOrigins, ...PAGES_OF_THIS_MACHINE] : allowedOrigins
  const isAllowed = page === secureSiteOrigin || patterns.some((pattern) => matchesOrigin(pattern, page))
  if (!isAllowed) throw new ServiceError('origin.notAllowed')
  return new URL(page).host
}
