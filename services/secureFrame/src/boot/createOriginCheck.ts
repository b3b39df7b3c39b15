import { matchesOrigin } from '@portico/contracts/services/allowedOrigins'
import { AllowedOrigins } from '@portico/contracts/services/projectConfig'
import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { parse } from 'valibot'

const LIMIT_MS = 10_000
const OF_THIS_MACHINE = ['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`])

interface OriginCheckOptions {
  readonly settings: Pick<SecureSiteSettings, 'services' | 'isDevelopment'>
  readonly projectId: string
  readonly fetch?: typeof fetch
}

/**
 * Checks whether the project names an origin. The modal's wildcards, which every project has, do not count here:
 * anybody can have a page on those hosts. The list is fetched at once; if that fails, the next check fetches it again.
 * Once fetched, it is kept for the lifetime of the page.
 * @returns a check that rejects if the list cannot be loaded
 */
export function createOriginCheck({ settings, projectId, fetch = globalThis.fetch }: OriginCheckOptions) {
  let known: readonly string[] | undefined
  let asking: Promise<readonly string[]> | undefined

  async function ask(): Promise<readonly string[]> {
    const query = new URLSearchParams({ projectId })
    const response = await fetch(`${settings.services}/projects/v1/origins?${query}`, {
      credentials: 'omit',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    // There is no such project, so refuse every origin, without a retry.
    if (response.status === 401 || response.status === 404) return []
    if (!response.ok) throw new Error(`Whom the project names was answered with ${response.status}`)
    return parse(AllowedOrigins, await response.json()).allowedOrigins
  }

  function load(): Promise<readonly string[]> {
    asking ??= ask()
      .then((origins) => {
        known = origins
        return origins
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  const isOneOf = (patterns: readonly string[], origin: string) =>
    patterns.some((pattern) => matchesOrigin(pattern, origin))

  // Whoever calls the check gets the failure.
  load().catch(() => {})
  return (origin: string): boolean | Promise<boolean> => {
    if (settings.isDevelopment && isOneOf(OF_THIS_MACHINE, origin)) return true
    return known ? isOneOf(known, origin) : load().then((origins) => isOneOf(origins, origin))
  }
}
