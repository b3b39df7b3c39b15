import { matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import { ServiceError } from '../http/errors.ts'

const LOOPBACK = ['http://localhost:*', 'https://localhost:*', 'http://127.0.0.1:*', 'https://127.0.0.1:*']

/**
 * How mails name a page: by its host, if it is one of the project's own, or of the secure site itself, where whoever has a
 * wallet signs in to look after it. Pages on the visitor's own machine are where the secure site is, too, that is, in
 * development; the wildcards that every project has are for nobody here.
 * @throws ServiceError `origin.notAllowed`
 */
export function readHost(page: string, allowedOrigins: readonly string[], secureSiteOrigin: string): string {
  const isLocal = LOOPBACK.some((pattern) => matchesOrigin(pattern, secureSiteOrigin))
  const patterns = isLocal ? [...allowedOrigins, ...LOOPBACK] : allowedOrigins
  const isAllowed = page === secureSiteOrigin || patterns.some((pattern) => matchesOrigin(pattern, page))
  if (!isAllowed) throw new ServiceError('origin.notAllowed')
  return new URL(page).host
}
