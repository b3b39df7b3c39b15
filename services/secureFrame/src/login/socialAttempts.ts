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

/** A sign-in that was begun at a provider. */
export interface SocialAttempt {
  readonly attempt: string
  /** Returned by the provider. */
  readonly state: string
  readonly provider: RedirectProvider
  /** The page that asked. */
  readonly page: string
  /** Whether the operator lets the provider return to this page with its answer in the address. */
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
 * The attempt that a provider's answer belongs to. It is kept for the tab, because a Telegram mini app leaves its page
 * for the provider and returns to a new one; it opens a session for this browser's key only. If storage is blocked it
 * is in memory, and a return to a new page starts over.
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
        // Storage is full: the attempt stays in memory.
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
