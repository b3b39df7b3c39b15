import { object, optional, parseJson, pipe, regex, safeParse, string } from 'valibot'

const Secret = pipe(string(), regex(/^[\w-]{43}$/))
const Attempt = object({ attempt: Secret, state: optional(Secret), page: string() })
const StoredAttempt = pipe(string(), parseJson(), Attempt)

/** What was begun at a provider. `state` is what the provider gives back, where its address says it. */
export interface SocialAttempt {
  readonly attempt: string
  readonly state?: string
  /** That asked. */
  readonly page: string
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
