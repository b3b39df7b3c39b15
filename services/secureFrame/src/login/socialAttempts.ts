import { REDIRECT_PROVIDERS, type RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import { boolean, object, parseJson, picklist, pipe, regex, safeParse, string } from 'valibot'

const Secret = pipe(string(), regex(/^[\w-]{43}$/))
const Attempt = object({
  attempt: Secret,
  state: Secret,
  provider: picklist(REDIRECT_PROVIDERS),
  page: string(),
  canLeadBack: boolean(),
})
const StoredAttempt = pipe(string(), parseJson(), Attempt)

/** What was begun at a provider. */
export interface SocialAttempt {
  readonly attempt: string
  /** What the provider gives back. */
  readonly state: string
  readonly provider: RedirectProvider
  /** That asked. */
  readonly page: string
  /** The operator lets this page be led back to with the provider's answer in its address. */
  readonly canLeadBack: boolean
}

const NAME = 'portico social'

function storageOf(window: object): Storage | undefined {
  try {
    return (window as { sessionStorage?: Storage }).sessionStorage ?? undefined
  } catch {
    return undefined // SecurityError
  }
}

/**
 * The attempt that a provider's answer belongs to. It is kept for the tab, because a mini app of Telegram leaves its page for
 * the provider and comes back to a new one; it opens a session for the key of this browser and for nobody else. Where
 * storage is blocked it is in memory, and coming back to a new page means beginning anew.
 */
export function createSocialAttempts(window: object = globalThis) {
  let latest: SocialAttempt | undefined
  const storage = storageOf(window)

  return {
    keep(attempt: SocialAttempt | undefined): void {
      latest = attempt
      try {
        if (attempt) storage?.setItem(NAME, JSON.stringify(attempt))
        else storage?.removeItem(NAME)
      } catch {
        // Full: it is in memory.
      }
    },
    latest(): SocialAttempt | undefined {
      if (latest) return latest
      const { success, output } = safeParse(StoredAttempt, storage?.getItem(NAME))
      return success ? output : undefined
    },
  }
}
export type SocialAttempts = ReturnType<typeof createSocialAttempts>
