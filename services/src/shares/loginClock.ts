import { ASSERTION_LIFETIME_S } from '@portico/contracts/services/login'
import type { Dependency } from '../health/healthApi.ts'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { createOutage } from '../outage.ts'
import { ASSERTION_CLOCK_TOLERANCE_S } from './limits.ts'

/**
 * A store that is not ready gets no requests that could show that its clock is right again. So it becomes ready after
 * this time, and the next assertion decides.
 */
const NOT_READY_MS = 60_000

/** Anybody can replay an old assertion, but this many in a row, without a valid one, are no accident. */
const OLD_IN_A_ROW = 5

/** Monitors the difference between the clocks of login and this store. */
export interface LoginClock {
  /** @param aheadS the time of a genuine assertion for this store, minus the store's time */
  heard(aheadS: number): void
  readonly need: Dependency
}

/**
 * A store whose clock is behind refuses every wallet. Only login can sign a time in the future, so one such assertion
 * is enough to report the fault, in the log and in the readiness check. If the clock is ahead, all assertions look old;
 * but replayed assertions look old too, so this is only logged.
 * @param now milliseconds since 1970
 */
export function createLoginClock(log: Log, now: () => number): LoginClock {
  const behind = createOutage(
    log,
    'the clock of this store',
    'is behind that of login, so that every assertion is refused',
    'agrees with that of login again',
  )
  const ahead = createOutage(
    log,
    'the clock of this store',
    'seems to be ahead of that of login: every assertion looks too old',
    'agrees with that of login again',
  )
  let refusedAtMs = Number.NEGATIVE_INFINITY
  let old = 0
  return {
    heard(aheadS) {
      if (aheadS > ASSERTION_CLOCK_TOLERANCE_S) {
        refusedAtMs = now()
        behind.begin({ aheadS: Math.ceil(aheadS), allowedS: ASSERTION_CLOCK_TOLERANCE_S })
      } else if (-aheadS > ASSERTION_LIFETIME_S) {
        old += 1
        if (old >= OLD_IN_A_ROW) ahead.begin({ behindS: Math.round(-aheadS), allowedS: ASSERTION_LIFETIME_S })
      } else {
        refusedAtMs = Number.NEGATIVE_INFINITY
        old = 0
        behind.end()
        ahead.end()
      }
    },
    need: {
      name: 'the clock',
      tellsLog: true,
      async ask() {
        // A clock that is set back during the wait must not extend the wait.
        const sinceMs = now() - refusedAtMs
        if (sinceMs >= 0 && sinceMs < NOT_READY_MS) throw new ServiceError('server.clock')
      },
    },
  }
}
