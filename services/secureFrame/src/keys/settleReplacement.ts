import type { Holders } from './replaceShares.ts'
import type { ShareStore } from './shareStore.ts'
import { holds, type OpenShelf } from './shelf.ts'
import { isRefusal } from './storeErrors.ts'

export const commitSplit = (store: ShareStore, splitId: string) => store.rotate({ step: 'commit', splitId })

/** Abandons a replacement if it is old. @param isRecent the stores were just read. @returns whether it is abandoned */
export async function abandonIfOld(store: ShareStore, splitId: string, isRecent: () => boolean): Promise<boolean> {
  if (!isRecent()) return false
  try {
    await store.rotate({ step: 'abandon', splitId })
    return true
  } catch (error) {
    if (isRefusal(error, 'rotation.pending', 'rotation.unknown')) return false
    throw error
  }
}

/**
 * Finishes or ends an interrupted replacement (docs/threat-model.md, "A replacement of shares that was interrupted").
 * @param seen what was read at both stores
 * @param isRecent whether the stores were just read
 * @returns whether anything has changed
 */
export async function settleReplacement(
  { auth, recovery }: Pick<Holders, 'auth' | 'recovery'>,
  seen: { readonly auth: OpenShelf; readonly recovery: OpenShelf },
  isRecent: () => boolean,
): Promise<boolean> {
  const [forAuth, forRecovery] = [seen.auth.next?.splitId, seen.recovery.next?.splitId]
  if (forAuth && holds(seen.recovery, forAuth)) {
    await commitSplit(auth, forAuth)
    return true
  }
  if (forRecovery && forRecovery === seen.auth.current.splitId) {
    await commitSplit(recovery, forRecovery)
    return true
  }
  // The replacement was prepared at one store only, and got no further.
  if (forAuth && (await abandonIfOld(auth, forAuth, isRecent))) return true
  return forRecovery !== undefined && abandonIfOld(recovery, forRecovery, isRecent)
}
