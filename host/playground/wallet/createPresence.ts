import type { Behaviour } from './behaviour.ts'

/** The wallet's visibility to the page. Both methods can be called at any time, repeatedly. */
export interface Presence {
  announce(): void
  withdraw(): void
}

/**
 * Shows a wallet to the page when its behavior says so: at once, late, or on request.
 * @param appear shows the wallet, and returns a function that hides it
 */
export function createPresence({ lateMs }: Behaviour, appear: () => () => void): Presence {
  let disappear: (() => void) | undefined
  const presence: Presence = {
    announce() {
      disappear ??= appear()
    },
    withdraw() {
      disappear?.()
      disappear = undefined
    },
  }
  if (lateMs === 0) presence.announce()
  else if (Number.isFinite(lateMs)) setTimeout(presence.announce, lateMs)
  return presence
}
