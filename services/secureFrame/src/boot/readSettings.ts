import { SETTINGS_PATH, SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { safeParse } from 'valibot'

const LIMIT_MS = 10_000

/** Fetches the settings from the secure site's server. Undefined if they are unavailable or malformed. */
export async function readSettings(fetch = globalThis.fetch): Promise<SecureSiteSettings | undefined> {
  try {
    // The same request as the page's preload, so that it is sent only once.
    const response = await fetch(SETTINGS_PATH, { signal: AbortSignal.timeout(LIMIT_MS) })
    if (!response.ok) return undefined
    const { success, output } = safeParse(SecureSiteSettings, await response.json())
    return success ? output : undefined
  } catch {
    return undefined
  }
}
