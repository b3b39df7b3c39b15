import { COOL_DOWN_MAX_MS, COOL_DOWN_MS } from './limits.ts'

/** Whether an upstream is used. A failed one rests, twice as long after each further failure, until it answers. */
export interface CoolDown {
  /** True from the first failure until the next success. */
  readonly isNeeded: boolean
  /** When it may be probed, in the clock's milliseconds. */
  readonly endsAt: number
  /**
   * @param askedForMs the upstream's own retry time
   * @returns how long it rests now; 0 if it rests already: requests in flight at the first failure count once
   */
  fail(askedForMs?: number): number
  succeed(): void
}

/** @param now milliseconds of any monotonic clock */
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
