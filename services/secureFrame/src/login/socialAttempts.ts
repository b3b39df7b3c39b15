import { REDIRECT_PROVIDERS } from '@portico/contracts/embeddedWallet/requests/social'
import { boolean, type InferOutput, object, parseJson, picklist, pipe, regex, safeParse, string } from 'valibot'

const Secret = pipe(string(), regex(/^[\w-]{43}$/))

/** A sign-in attempt at a provider. */
const SocialAttempt = object({
  attempt: Secret,
  /** The provider returns this with its answer. */
  state: Secret,
  provider: picklist(REDIRECT_PROVIDERS),
  /** The origin of the page that asked. */
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
 * Keeps the attempt to which a provider's answer belongs. The tab's storage keeps it, because a Telegram mini app
 * leaves its page for the provider and returns to a new page. The attempt opens a session for this browser's key only.
 * If storage is blocked, the attempt is kept in memory, and the visitor who returns to a new page starts over.
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
