import type { Holders } from './replaceShares.ts'
import { isRefusal, storeFailure } from './storeErrors.ts'

type Stores = Pick<Holders, 'auth' | 'recovery'>

/** Has both stores cancel a deletion, even one of which the login service has no record. @throws as the stores do */
async function keepShares({ auth, recovery }: Stores): Promise<void> {
  await Promise.all([recovery.keep(), auth.keep()])
}

/**
 * Cancels a deletion because the visitor has signed in. The stores are told first, so that until both know, the login
 * service still reports the deletion and the next opening of the wallet tries again.
 * @param keepOwner cancels the deletion at the login service
 * @throws Refused `keyUnavailable` if a store is unreachable, `notConnected` if the sign-in is too old; what
 *   `keepOwner` throws
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
 * Keeps the wallet at each sign-in, whatever the login service reports, because someone may have had the stores alone
 * delete their shares. A store that is down causes no delay; it is told at the next use of the wallet.
 * @param onTold called when both stores know, or when the sign-in is too old for them
 */
export function createKeepInPassing(
  onTold: (sinceMs: number) => Promise<void>,
  onTrouble: (error: unknown) => void = () => {},
) {
  /** Requests under way, by the time of the sign-in. */
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
    /** Starts to tell the stores, without waiting. @param sinceMs time of the sign-in, which is reported once */
    begin(stores: Stores, sinceMs: number): void {
      if (running.has(sinceMs)) return
      const telling = tell(stores, sinceMs).finally(() => running.delete(sinceMs))
      running.set(sinceMs, telling)
    },
    /** Resolves when no such request is in flight, because it could cancel a deletion that begins after it. */
    settled: async () => void (await Promise.all(running.values())),
  }
}
