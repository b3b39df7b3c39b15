import type { Holders } from './replaceShares.ts'
import { isRefusal, storeFailure } from './storeErrors.ts'

type Stores = Pick<Holders, 'auth' | 'recovery'>

/** Has both stores call off a deletion, even one that login does not know. @throws as the stores do */
async function keepShares({ auth, recovery }: Stores): Promise<void> {
  await Promise.all([recovery.keep(), auth.keep()])
}

/**
 * Calls a deletion off because the visitor has signed in. The stores come first: login reports the deletion until both
 * know, so opening the wallet the next time tries again.
 * @param keepOwner at login
 * @throws Refused `keyUnavailable` if a store is unreachable, `notConnected` if the sign-in is too old; what
 * `keepOwner` throws
 */
export async function keepWallet(stores: Stores, keepOwner: () => Promise<void>): Promise<void> {
  try {
    await keepShares(stores)
  } catch (error) {
    throw storeFailure(error)
  }
  await keepOwner()
}

/**
 * Keeps the wallet at each sign-in, whatever login reports: an earlier visitor may have told the stores something else.
 * A store that is down causes no delay; it is asked again at the next use of the wallet.
 * @param onTold called when both stores know, or no longer accept it because it is too old
 */
export function createKeepInPassing(
  onTold: (sinceMs: number) => Promise<void>,
  onTrouble: (error: unknown) => void = () => {},
) {
  /** By sign-in. */
  const running = new Map<number, Promise<void>>()

  async function tell(stores: Stores, sinceMs: number): Promise<void> {
    try {
      await keepShares(stores).catch((error: unknown) => {
        if (!isRefusal(error, 'session.stale')) throw error
      })
      await onTold(sinceMs)
    } catch (error) {
      onTrouble(error)
    }
  }

  return {
    /** Tells the stores while they do other work. @param sinceMs time of the sign-in: each is reported once */
    begin(stores: Stores, sinceMs: number): void {
      if (running.has(sinceMs)) return
      const telling = tell(stores, sinceMs).finally(() => running.delete(sinceMs))
      running.set(sinceMs, telling)
    },
    /** Resolves when what was begun has ended: a request in flight would call off what comes after it. */
    settled: async () => void (await Promise.all(running.values())),
  }
}
