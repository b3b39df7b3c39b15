import { ASSERTION_LIFETIME_S } from '@portico/contracts/services/login'
import type { Dependency } from '../health/healthApi.ts'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { createOutage } from '../outage.ts'
import { ASSERTION_CLOCK_TOLERANCE_S } from './limits.ts'

/**
 * Who asks again and again is sent elsewhere while a store is not ready, so nothing would show that the clock is right again:
 * the store takes requests again after this, and the next assertion decides.
 */
const NOT_READY_MS = 60_000

/** Anybody may send an old assertion again; so many in a row, and none that is good, are no accident. */
const OLD_IN_A_ROW = 5

/** Watches how the clocks of login and this store differ. */
export interface LoginClock {
  /** @param aheadS of an assertion that login has signed for this store: its time, less the time here */
  heard(aheadS: number): void
  readonly need: Dependency
}

/**
 * A store whose clock is behind refuses every wallet. Only login signs a time of the future, so one such assertion is enough
 * to say so, in the log and in readiness. A clock that is ahead makes all assertions look old, which old ones are, too: it is
 * told in the log alone.
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
        // A clock that was set back meanwhile is no reason to wait.
        const sinceMs = now() - refusedAtMs
        if (sinceMs >= 0 && sinceMs < NOT_READY_MS) throw new ServiceError('server.clock')
      },
    },
  }
}
