import { matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import { ServiceError } from '../http/errors.ts'
import { PAGES_OF_THIS_MACHINE } from '../ofThisMachine.ts'

/**
 * How mails name a page: by its host, if it is one of the project's own, or of the secure site itself, where whoever has a
 * wallet signs in to look after it. Pages on the visitor's own machine are where the secure site is, too, that is, in
 * development; the wildcards that every project has are for nobody here.
 * @throws ServiceError `origin.notAllowed`
 */
export function readHost(page: string, allowedOrigins: readonly string[], secureSiteOrigin: string): string {
  const isLocal = PAGES_OF_THIS_MACHINE.some((pattern) => matchesOrigin(pattern, secureSiteOrigin))
  const patterns = isLocal ? [...allowedOrigins, ...PAGES_OF_THIS_MACHINE] : allowedOrigins
  const isAllowed = page === secureSiteOrigin || patterns.some((pattern) => matchesOrigin(pattern, page))
  if (!isAllowed) throw new ServiceError('origin.notAllowed')
  return new URL(page).host
}
