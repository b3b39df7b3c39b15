import { REDIRECT_PROVIDERS } from '@portico/contracts/embeddedWallet/requests/social'
import { boolean, type InferOutput, object, parseJson, picklist, pipe, regex, safeParse, string } from 'valibot'

const Secret = pipe(string(), regex(/^[\w-]{43}$/))

/** A sign-in that was begun at a provider. */
const SocialAttempt = object({
  attempt: Secret,
  /** Returned by the provider. */
  state: Secret,
  provider: picklist(REDIRECT_PROVIDERS),
  /** The page that asked. */
  page: string(),
  /** Whether the operator lets the provider return to this page with its answer in the address. */
  canLeadBack: boolean(),
})
export type SocialAttempt = InferOutput<typeof SocialAttempt>
const StoredAttempt = pipe(string(), parseJson(), SocialAttempt)

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
