import { Refused } from '../messages/channel.ts'
import type { OpenOptions } from './openWallet.ts'
import { ACT_WITHIN_MS, type Holders, replaceShares, type Seen } from './replaceShares.ts'
import { settleReplacement } from './settleReplacement.ts'
import type { ShareStore } from './shareStore.ts'
import { type Held, heldBy, lookAt, type OpenShelf, type Shelf } from './shelf.ts'

/** The state of one opening of a wallet, and the steps that it can take. */
export function createOpening(holders: Holders, { isThorough, renewal, onTrouble = () => {} }: OpenOptions) {
  const { subject, device, auth, recovery, now } = holders
  /** Shares from stores and device, which have to be overwritten. */
  let read: Held[] = []
  let lookedAt = now()
  let isRenewed = false
  /** Mismatched shares can result from a replacement under way, so one more look is allowed. */
  let hasLookedTwice = false
  /** The recovery store as seen together with the auth store. */
  let seenEarly: Shelf | undefined
  async function look(store: ShareStore): Promise<Shelf> {
    const shelf = await lookAt(store)
    read.push(...heldBy(shelf))
    return shelf
  }
  async function listOwn(): Promise<readonly Held[]> {
    const own = (await device.list(subject)).map((share) => ({ splitId: share.splitId, share }))
    read.push(...own)
    return own
  }
  const isRecent = () => now() - lookedAt <= ACT_WITHIN_MS

  return {
    holders,
    isThorough,
    renewal,
    onTrouble,
    isRecent,
    /** Overwrites all shares that were read. */
    overwrite() {
      for (const { share } of read) share?.points.fill(0)
      read = []
    },
    isRenewed: () => isRenewed,
    lookAtRecovery: async () => seenEarly ?? look(recovery),

    /** Reads the shares of this device, the auth store, and the recovery store if it is needed in any case. */
    async look() {
      lookedAt = now()
      const own = await listOwn()
      // Perhaps there is no wallet yet, and it will be made next.
      if (own.length === 0) auth.expect('put')
      const isRecoveryAsked = own.length === 0 || isThorough || renewal !== undefined
      const looks = [look(auth), isRecoveryAsked ? look(recovery) : undefined] as const
      // Wait for both, because a share that arrives after a throw would never be overwritten.
      await Promise.allSettled(looks)
      const [seenAuth, early] = await Promise.all(looks)
      seenEarly = early
      return { own, auth: seenAuth, early }
    },

    settle: (seenAuth: OpenShelf, seenRecovery: OpenShelf) =>
      settleReplacement(holders, { auth: seenAuth, recovery: seenRecovery }, isRecent),

    async replace(seed: Uint8Array, has: Seen): Promise<void> {
      await replaceShares(holders, seed, has, renewal?.email)
      isRenewed = true
    },

    /** Does work that is allowed to fail, such as repairs, because the wallet is already open. */
    async atBest(work: () => Promise<boolean>): Promise<boolean> {
      try {
        return await work()
      } catch (error) {
        onTrouble(error)
        return false
      }
    },

    /** @throws Refused `keyUnavailable` from the second call on */
    requireFirstLook(): void {
      if (hasLookedTwice) throw new Refused('keyUnavailable')
      hasLookedTwice = true
    },
  }
}
export type Opening = ReturnType<typeof createOpening>
