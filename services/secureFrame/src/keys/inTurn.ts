import { Refused } from '../messages/channel.ts'

/** Runs work in turn: one at a time in this frame, and in all frames of this origin that share storage with it. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

const NAME = 'portico-keys'
/** The wait has a limit because a frame that the browser has frozen may hold the lock. */
const WAIT_MS = 60_000

/** @param locks if undefined, or denied because storage is blocked, no two frames share anything */
export function createInTurn(locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks): InTurn {
  let last: Promise<unknown> = Promise.resolve()

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    if (!locks) return work()
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      return work()
    }
    try {
      return await locks.request(NAME, { signal: AbortSignal.timeout(WAIT_MS) }, begin)
    } catch (error) {
      if (hasBegun) throw error
      // Web Locks §4.1: a frame without access to storage has no locks either.
      if (error instanceof DOMException && error.name === 'SecurityError') return work()
      throw new Refused('keyUnavailable')
    }
  }

  return (work) => {
    const mine = last.then(() => locked(work))
    last = mine.catch(() => {})
    return mine
  }
}
