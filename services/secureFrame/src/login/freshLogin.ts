/** As long as a mailed code is valid. A visitor who also has to follow a link has this much time for code and link. */
const FRESH_MS = 600_000

/**
 * Whether the visitor has just signed in here, by hand. If so, one message may be signed without a screen, but only
 * once, so that a page that reloads, reconnects or stays open collects no signatures.
 */
export function createFreshLogin(now: () => number = Date.now) {
  let begunAt: number | undefined
  return {
    begin() {
      begunAt = now()
    },
    /** Whether the visitor has just signed in; false from the second call on. */
    take(): boolean {
      const isFresh = begunAt !== undefined && now() - begunAt < FRESH_MS
      begunAt = undefined
      return isFresh
    },
    forget() {
      begunAt = undefined
    },
  }
}
export type FreshLogin = ReturnType<typeof createFreshLogin>
