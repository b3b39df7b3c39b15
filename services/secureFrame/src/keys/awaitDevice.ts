import { Refused } from '../messages/channel.ts'
import { pause } from './pause.ts'
import type { ShareStore } from './shareStore.ts'
import { isRefusal, StoreUnavailable, storeFailure } from './storeErrors.ts'

const POLL_MS = 3_000

/** How to wait until this device may open the wallet. */
export interface Waiting {
  /** Time limit of the wait. */
  readonly patienceMs?: number
  /**
   * Called if a confirmation is needed elsewhere.
   * @param opensAt when this device is admitted in any case, in Unix seconds; undefined if a link was mailed
   */
  readonly onWait?: (opensAt?: number) => void
}

interface AwaitOptions extends Waiting {
  readonly recovery: ShareStore
  readonly signal: AbortSignal
  readonly now: () => number
}

/** Refusals that mean that there is nothing to confirm; the next request for the share gets the reason. */
const NOT_NEEDED = ['device.notNeeded', 'share.unknown'] as const

/**
 * Asks the recovery store of a wallet without an email address to admit this device, and waits until it does. The store
 * keeps the request after the wait ends, and a repeated request does not restart the time.
 * @throws Refused `deviceWaiting` after `patienceMs`, with the time at which the device is admitted; `deviceRefused`,
 *   `tooManyCodes`, `keyUnavailable`, `notConnected`; the signal's reason
 */
export async function awaitDevice(options: AwaitOptions): Promise<void> {
  const { recovery, signal, now, patienceMs = Number.POSITIVE_INFINITY, onWait } = options
  const endsAtMs = now() + patienceMs
  let look = () => recovery.askForDevice()
  let opensAt: number | undefined
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted()
    try {
      const seen = await look()
      if (seen.state === 'open') return
      if (seen.state === 'refused') throw new Refused('deviceRefused')
      opensAt = seen.opensAt ?? opensAt
    } catch (error) {
      if (isRefusal(error, ...NOT_NEEDED)) return
      // A brief outage of the store does not end the wait.
      if (isFirst || !(error instanceof StoreUnavailable)) {
        throw isRefusal(error, 'link.tooOften') ? new Refused('tooManyCodes') : storeFailure(error)
      }
    }
    if (now() >= endsAtMs) throw new Refused('deviceWaiting', opensAt)
    if (isFirst) onWait?.(opensAt)
    look = () => recovery.lookAtDevice()
    await pause(POLL_MS, signal)
  }
}
