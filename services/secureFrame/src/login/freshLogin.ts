/** As long as a code is good: whoever has to follow a link as well has this much time for both. */
const FRESH_MS = 600_000

/**
 * Whether somebody has just signed in here, by hand. One message may be signed then without a screen, and only once: a page that
 * is loaded anew, connects again or stays open collects no signatures.
 */
export interface FreshLogin {
  begin(): void
  /** Whether it is so; from now on it is not any more. */
  take(): boolean
  forget(): void
}

/** @param now in milliseconds since 1970 */
export function createFreshLogin(now: () => number = Date.now): FreshLogin {
  let begunAt: number | undefined
  return {
    begin() {
      begunAt = now()
    },
    take() {
      const isFresh = begunAt !== undefined && now() - begunAt < FRESH_MS
      begunAt = undefined
      return isFresh
    },
    forget() {
      begunAt = undefined
    },
  }
}
