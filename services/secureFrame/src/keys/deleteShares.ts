import { Refused } from '../messages/channel.ts'
import type { InTurn } from './inTurn.ts'
import { pause } from './pause.ts'
import type { Holders } from './replaceShares.ts'
import type { ShareStore } from './shareStore.ts'
import { isRefusal, StoreRefusal, StoreUnavailable } from './storeErrors.ts'

interface Deleting {
  /** Has the link of the recovery store followed. */
  confirm(): Promise<void>
  readonly inTurn: InTurn
}

/** The recovery store wants its link followed, or this device confirmed, first. */
const UNCONFIRMED = ['link.needed', 'device.unconfirmed'] as const

/** @throws Refused; StoreRefusal, one of `UNCONFIRMED` */
async function remove(store: ShareStore, isLast = false): Promise<void> {
  try {
    await store.remove()
  } catch (error) {
    // Whoever has signed in this very second has called off all that was said until its end.
    if (isRefusal(error, 'deletion.calledOff') && !isLast) {
      await pause((error.retryAfterS ?? 1) * 1_000)
      return remove(store, true)
    }
    if (isRefusal(error, ...UNCONFIRMED)) throw error
    if (isRefusal(error, 'session.stale')) throw new Refused('notConnected')
    throw error instanceof StoreRefusal || error instanceof StoreUnavailable ? new Refused('keyUnavailable') : error
  }
}

/**
 * Has both stores delete a wallet's shares. The recovery store comes first: it is the one that may refuse, as long as its link
 * was not followed, and as long as the other one has its share, every known device still opens the wallet (docs/threat-model.md).
 * @throws Refused as `confirmDevice` does
 */
export async function deleteShares({ auth, recovery }: Holders, { confirm, inTurn }: Deleting): Promise<void> {
  try {
    await inTurn(() => remove(recovery))
  } catch (error) {
    if (!isRefusal(error, ...UNCONFIRMED)) throw error
    await confirm()
    await inTurn(() => remove(recovery))
  }
  await inTurn(() => remove(auth))
}
