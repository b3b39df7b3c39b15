import type { InTurn } from './inTurn.ts'
import { pause } from './pause.ts'
import type { Holders } from './replaceShares.ts'
import type { ShareStore } from './shareStore.ts'
import { isRefusal, storeFailure } from './storeErrors.ts'

interface Deleting {
  /** Waits until the recovery store's link is followed. */
  confirm(): Promise<void>
  readonly inTurn: InTurn
}

/** Refusals of the recovery store until its link is followed or this device is confirmed. */
const UNCONFIRMED = ['link.needed', 'device.unconfirmed'] as const

/** @throws Refused; StoreRefusal, one of `UNCONFIRMED` */
async function remove(store: ShareStore, isLast = false): Promise<void> {
  try {
    await store.remove()
  } catch (error) {
    // A sign-in cancels all deletions of the same second, so try again once that second has passed.
    if (isRefusal(error, 'deletion.calledOff') && !isLast) {
      await pause((error.retryAfterS ?? 1) * 1_000)
      return remove(store, true)
    }
    throw isRefusal(error, ...UNCONFIRMED) ? error : storeFailure(error)
  }
}

/**
 * Has both stores delete a wallet's shares. The recovery store comes first because it can refuse until its link is
 * followed, and because every known device can open the wallet as long as the auth store has its share
 * (docs/threat-model.md).
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
