import type { Behaviour } from './behaviour.ts'

/** Whether the page can see the wallet. Both may be called at any time, and more than once. */
export interface Presence {
  announce(): void
  withdraw(): void
}

/**
 * Shows a wallet to the page when its behaviour says so: at once, late, or when it is told to.
 * @param appear shows it, and returns its undo
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
