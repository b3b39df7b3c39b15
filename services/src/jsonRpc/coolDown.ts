import { COOL_DOWN_MAX_MS, COOL_DOWN_MS } from './limits.ts'

/** Whether an upstream is asked. One that failed rests, for twice as long after each further failure, until it answers. */
export interface CoolDown {
  /** True from the first failure until the next success. */
  readonly isNeeded: boolean
  /** When it may be asked whether it is back, in the clock's milliseconds. */
  readonly endsAt: number
  /**
   * @param askedForMs how long the upstream itself asked to be left alone
   * @returns how long it rests now; 0 when it rests already: what was under way at the first failure counts once
   */
  fail(askedForMs?: number): number
  succeed(): void
}

/** @param now milliseconds of any clock that never goes back */
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
