import { SETTINGS_PATH, SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { safeParse } from 'valibot'

const LIMIT_MS = 10_000

/** What the server of the secure site says of where it is. Undefined where it cannot be had, or is not understood. */
export async function readSettings(fetch = globalThis.fetch): Promise<SecureSiteSettings | undefined> {
  try {
    // As the page's preload asks for it.
    const response = await fetch(SETTINGS_PATH, { signal: AbortSignal.timeout(LIMIT_MS) })
    if (!response.ok) return undefined
    const { success, output } = safeParse(SecureSiteSettings, await response.json())
    return success ? output : undefined
  } catch {
    return undefined
  }
}
