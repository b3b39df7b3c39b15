import { COOL_DOWN_MAX_MS, COOL_DOWN_MS } from './limits.ts'

/** Decides whether an upstream is used. After a failure it rests, twice as long each time, until it answers again. */
export interface CoolDown {
  /** True from the first failure until the next success. */
  readonly isNeeded: boolean
  /** The earliest time for a probe, in milliseconds of the given clock. */
  readonly endsAt: number
  /**
   * @param askedForMs the retry time that the upstream asks for
   * @returns how long the upstream rests; 0 if it is resting already, so that parallel requests count as one failure
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
