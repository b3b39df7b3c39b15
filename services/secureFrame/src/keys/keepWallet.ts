import { Refused } from '../messages/channel.ts'
import type { Holders } from './replaceShares.ts'
import { isRefusal, StoreRefusal, StoreUnavailable } from './storeErrors.ts'

type Stores = Pick<Holders, 'auth' | 'recovery'>

/** Has both stores call a deletion off, also one that login knows nothing of. @throws StoreRefusal, StoreUnavailable, Refused */
async function keepShares({ auth, recovery }: Stores): Promise<void> {
  await Promise.all([recovery.keep(), auth.keep()])
}

/**
 * Calls a deletion off, because somebody has signed in. The stores come first: until both have heard of it, login goes on to say
 * that the wallet is being deleted, and whoever opens it next tries again.
 * @param keepOwner at login
 * @throws Refused `keyUnavailable` where a store cannot be reached, `notConnected` where somebody has signed in too long ago;
 * what `keepOwner` throws
 */
export async function keepWallet(stores: Stores, keepOwner: () => Promise<void>): Promise<void> {
  try {
    await keepShares(stores)
  } catch (error) {
    if (isRefusal(error, 'session.stale')) throw new Refused('notConnected')
    throw error instanceof StoreRefusal || error instanceof StoreUnavailable ? new Refused('keyUnavailable') : error
  }
  await keepOwner()
}

/** Has the stores told that somebody has signed in, while they do what they came for. */
export interface KeepInPassing {
  /** @param sinceMs when somebody signed in: each sign-in is told once */
  begin(stores: Stores, sinceMs: number): void
  /** Resolves when what was begun is over: what it has on its way would call off whatever comes after it. */
  settled(): Promise<void>
}

/**
 * Whoever signs in keeps the wallet, whatever login says of it: somebody who has signed in before them may have told the stores
 * one thing and login another. A store that is down keeps nobody waiting; it is asked again at the next use of the wallet.
 * @param onTold when both have heard of it, or hear of it no more as it was too long ago
 */
export function createKeepInPassing(
  onTold: (sinceMs: number) => Promise<void>,
  onTrouble: (error: unknown) => void = () => {},
): KeepInPassing {
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
    begin(stores, sinceMs) {
      if (running.has(sinceMs)) return
      const telling = tell(stores, sinceMs).finally(() => running.delete(sinceMs))
      running.set(sinceMs, telling)
    },
    settled: async () => void (await Promise.all(running.values())),
  }
}
