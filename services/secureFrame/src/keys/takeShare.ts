import type { Holders } from './replaceShares.ts'
import type { OpenShelf } from './shelf.ts'
import { deviceShareOf } from './splitSeed.ts'

/**
 * Gives this device its share of the split with which both stores have just opened the wallet; no other share changes.
 * @returns whether it has that share now
 */
export async function takeShare(
  { subject, device }: Pick<Holders, 'subject' | 'device'>,
  splitId: string,
  auth: OpenShelf,
  recovery: OpenShelf,
): Promise<boolean> {
  // A share of a prepared split is not kept here: the other store may never get its own.
  const [one, other] = [auth.current, recovery.current]
  if (one.splitId !== splitId || other.splitId !== splitId || !one.share || !other.share) return false
  const share = await deviceShareOf(one.share, other.share)
  if (share === undefined) return false
  await device.add(subject, splitId, share)
  if (!auth.next && !recovery.next) await device.keepOnly(subject, splitId)
  return true
}
