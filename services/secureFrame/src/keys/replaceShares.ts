import type { DeviceShares } from './deviceShares.ts'
import type { ShareStore } from './shareStore.ts'
import { splitSeed } from './splitSeed.ts'
import { StoreRefusal, StoreUnavailable } from './storeErrors.ts'

/** The holders of one wallet's shares. */
export interface Holders {
  readonly subject: string
  /** Where the recovery store mails links to. */
  readonly email: string | null
  readonly device: DeviceShares
  readonly auth: ShareStore
  readonly recovery: ShareStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Whether the owner may be asked for a passkey that seals a device share of one of these splits. */
  readonly mayPasskeyHelp?: (splitIds?: readonly string[]) => Promise<boolean>
}

/**
 * How soon to act on what was seen at the stores. Others may abandon a prepared replacement after ten minutes; by then
 * no request of ours can arrive any more, because its tokens are valid for two.
 */
export const ACT_WITHIN_MS = 60_000

/** What was seen at the stores; at most one of them is empty, and none has a next share. */
export interface Seen {
  readonly auth: { readonly current: string } | undefined
  readonly recovery: boolean
}

/** Requests all tokens of a replacement at once. */
export function expectReplacement({ auth, recovery }: Holders, has: Seen): void {
  for (const [store, hasShare] of [
    [recovery, has.recovery],
    [auth, has.auth !== undefined],
  ] as const) {
    if (hasShare) store.expect('rotate', 2)
    else store.expect('put')
  }
}

/**
 * Splits a seed anew and gives each holder its share: prepared if there is one already, put if there is none. Others
 * rely on the order (docs/threat-model.md): a device with the share of a split that is prepared at the auth store may
 * assume that the recovery store has its share too, unless that store is empty.
 * @param newEmail where the recovery store mails to from the commit on, if the address changes
 * @throws StoreRefusal when another device is at work, StoreUnavailable, Refused
 */
export async function replaceShares(holders: Holders, seed: Uint8Array, has: Seen, newEmail?: string): Promise<void> {
  const { subject, device, auth, recovery, now } = holders
  const email = newEmail ?? holders.email
  expectReplacement(holders, has)
  const split = await splitSeed(seed)
  const { splitId } = split
  const beganAt = now()
  const inTime = () => {
    if (now() - beganAt > ACT_WITHIN_MS) throw new StoreUnavailable()
  }

  if (has.recovery) {
    const change = newEmail === undefined ? {} : { email: newEmail }
    await recovery.rotate({ step: 'prepare', splitId, share: split.recovery, ...change })
  }
  inTime()
  if (has.auth) {
    const { current } = await auth.rotate({ step: 'prepare', splitId, share: split.auth })
    if (current !== has.auth.current) {
      // Shares were replaced since we looked, and the recovery store may have got one.
      await auth.rotate({ step: 'abandon', splitId })
      throw new StoreRefusal('rotation.pending')
    }
  } else await auth.put({ splitId, share: split.auth })
  // Not earlier: from now on, this device treats the split as a future one.
  await device.add(subject, splitId, split.device)
  inTime()

  if (!has.recovery) {
    try {
      await recovery.put({ splitId, share: split.recovery, email })
    } catch (error) {
      if (error instanceof StoreRefusal) {
        await device.remove(subject, splitId)
        await auth.rotate({ step: 'abandon', splitId })
      }
      throw error
    }
  }
  if (has.auth) await auth.rotate({ step: 'commit', splitId })
  if (has.recovery) await recovery.rotate({ step: 'commit', splitId })
  await device.keepOnly(subject, splitId)
}
