import { COOL_DOWN_MAX_MS, COOL_DOWN_MS } from './limits.ts'

/** Tracks whether an upstream must rest: after a failure, and twice as long after each further one, until it works. */
export interface CoolDown {
  /** True from the first failure until the next success. */
  readonly isNeeded: boolean
  /** When the upstream may be probed, in milliseconds of the clock. */
  readonly endsAt: number
  /**
   * @param askedForMs the retry time that the upstream has sent
   * @returns how long the upstream rests; 0 if it is already resting, so that requests in flight at the first failure
   *   count only once
   */
  fail(askedForMs?: number): number
  succeed(): void
}

/** @param now milliseconds of a monotonic clock */
export function createCoolDown(now: () => number): CoolDown {
  let failures = 0
  let endsAt = 0
  return {
    get isNeeded() {
      return failures > 0
    },
    get endsAt() {
      return endsAt
    },
    fail(askedForMs = 0) {
      if (failures > 0 && now() < endsAt) return 0
      const ownMs = COOL_DOWN_MS * 2 ** failures
      failures++
      const restsForMs = Math.min(Math.max(ownMs, askedForMs), COOL_DOWN_MAX_MS)
      endsAt = now() + restsForMs
      return restsForMs
    },
    succeed() {
      failures = 0
    },
  }
}
