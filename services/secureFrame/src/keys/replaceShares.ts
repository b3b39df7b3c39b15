import type { DeviceShares } from './deviceShares.ts'
import type { ShareStore } from './shareStore.ts'
import { splitSeed } from './splitSeed.ts'
import { StoreRefusal, StoreUnavailable } from './storeErrors.ts'

/** The holders of one wallet's shares. */
export interface Holders {
  readonly subject: string
  /** The address to which the recovery store mails links. */
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
 * How soon to act on what was seen at the stores. Other devices can abandon a prepared replacement after ten minutes;
 * by then no request of this device can arrive any more, because tokens are valid for two minutes.
 */
export const ACT_WITHIN_MS = 60_000

/** What was seen at the stores. At most one of them is empty, and neither has a prepared share. */
export interface Seen {
  readonly auth: { readonly current: string } | undefined
  readonly recovery: boolean
}

/** Requests all tokens for a replacement together. */
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
 * Splits a seed again and gives each holder its share: prepared if the holder already has one, put if it has none.
 * Other code relies on the order (docs/threat-model.md): a device with a share of the split that is prepared at the
 * auth store can assume that the recovery store has its share too, unless that store is empty.
 * @param newEmail the address to which the recovery store mails from the commit on, if it changes
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
      // Shares were replaced since the stores were read, and the recovery store may have a new one.
      await auth.rotate({ step: 'abandon', splitId })
      throw new StoreRefusal('rotation.pending')
    }
  } else await auth.put({ splitId, share: split.auth })
  // Not earlier, because from now on this device treats the split as one that may become current.
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
