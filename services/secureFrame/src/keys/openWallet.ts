import { Refused } from '../messages/channel.ts'
import { createOpening, type Opening } from './createOpening.ts'
import { type Joined, joinAny } from './joinAny.ts'
import { openByRecovery, requireOpen } from './openByRecovery.ts'
import { PasskeyNeeded } from './passkey/passkeyNeeded.ts'
import { pause } from './pause.ts'
import { expectReplacement, type Holders } from './replaceShares.ts'
import { abandonIfOld, commitSplit } from './settleReplacement.ts'
import { type Held, heldBy, holds, isUnborn, NO_SHARE, type OpenShelf, type Shelf } from './shelf.ts'
import { createSeed, deviceShareOf } from './splitSeed.ts'
import { StoreRefusal, StoreUnavailable } from './storeErrors.ts'

export interface OpenOptions {
  /** Also checks the recovery store if the wallet opens without it, to notice and repair a lost share. */
  readonly isThorough: boolean
  /**
   * Splits the seed again although nothing is lost, so that all other devices' shares become worthless. With an
   * `email`, has the recovery store mail there from then on.
   */
  readonly renewal?: { readonly email?: string }
  /** Called with failures that did not prevent opening; they are retried the next time. */
  readonly onTrouble?: (error: unknown) => void
}

/** Look again: something was finished, or another device was faster. */
const AGAIN = Symbol('again')
/** Look again after a pause: another device is at work. */
const LATER = Symbol('later')
type Attempt = Omit<Opened, 'isRenewed'> | typeof AGAIN | typeof LATER

export interface Opened {
  /** The caller overwrites the seed. */
  readonly seed: Uint8Array
  /** The recovery store was asked, and as far as it tells, every holder has a share of the same split. */
  readonly isWhole: boolean
  /** The shares are of a new split, and every holder has its own. */
  readonly isRenewed: boolean
}

const ROUNDS_MAX = 24
const LATER_MAX = 10
const LATER_MS = 1_000

/** No address of this wallet has been shown yet, so it can be made from a new seed. */
async function beUnborn(opening: Opening, own: readonly Held[], auth: OpenShelf): Promise<Attempt> {
  const { auth: authStore } = opening.holders
  const recovery = await opening.lookAtRecovery()
  const { current, next } = auth
  const isOurs = own.some(({ splitId }) => splitId === next?.splitId)
  const isClear = recovery.state === 'none' || recovery.state === 'locked'
  if (next && ((isOurs && isClear) || holds(recovery, next.splitId))) {
    await commitSplit(authStore, next.splitId)
    return AGAIN
  }
  if (recovery.state !== 'none') return openAsStranger(opening, own, auth, recovery)
  if (next && !(await abandonIfOld(authStore, next.splitId, opening.isRecent))) return LATER
  return beBorn(opening, current.splitId)
}

/** Makes a new wallet. The recovery store accepts a share only if it has none, which reveals a faster device. */
async function beBorn(opening: Opening, current: string): Promise<Attempt> {
  const seed = createSeed()
  try {
    await opening.replace(seed, { auth: { current }, recovery: false })
    return { seed, isWhole: true }
  } catch (error) {
    seed.fill(0)
    throw error
  }
}

/** Opens or makes the wallet if the auth store has nothing. */
async function openWithoutAuth(opening: Opening, own: readonly Held[]): Promise<Attempt> {
  const { holders, isRecent } = opening
  const recovery = await opening.lookAtRecovery()
  if (own.length === 0 && recovery.state === 'none') {
    const unborn = NO_SHARE.splitId
    expectReplacement(holders, { auth: { current: unborn }, recovery: false })
    const { current, next } = await holders.auth.put(NO_SHARE)
    return current === unborn && next === null ? beBorn(opening, unborn) : AGAIN
  }
  if (own.length === 0) await leaveToPasskey(holders, { state: 'none' })
  // Only one share is left, and another wallet must never take the place of the lost one.
  if (own.length === 0 && recovery.state !== 'stale') throw new Refused('keyUnavailable')
  const opened = await openByRecovery(own, recovery)
  const isWhole = await opening.atBest(async () => {
    const next = recovery.state === 'open' ? recovery.next : undefined
    if (next && !(await abandonIfOld(holders.recovery, next.splitId, isRecent))) return false
    await opening.replace(opened.seed, { auth: undefined, recovery: true })
    return true
  })
  return { seed: opened.seed, isWhole }
}

/** Stops if a passkey can give the missing share, so that no link is mailed and no share is kept here. */
async function leaveToPasskey(holders: Holders, auth: Shelf): Promise<void> {
  const splitIds = auth.state === 'open' ? heldBy(auth).map(({ splitId }) => splitId) : undefined
  if (await holders.mayPasskeyHelp?.(splitIds)) throw new PasskeyNeeded()
}

/** Opens the wallet on a device without a share that matches the auth store's. */
async function openAsStranger(opening: Opening, own: readonly Held[], auth: OpenShelf, seen: Shelf): Promise<Attempt> {
  const { holders } = opening
  await leaveToPasskey(holders, auth)
  const recovery = requireOpen(seen)
  if (await opening.settle(auth, recovery)) return AGAIN
  const fitting = await joinAny(heldBy(recovery), heldBy(auth))
  // The second pair fits if a store was restored from an old backup.
  const opened = fitting ?? (await joinAny(heldBy(recovery), own))
  if (!opened) {
    opening.requireFirstLook()
    return AGAIN
  }
  const isWhole = await opening.atBest(async () => {
    if (fitting && (await takeShare(holders, fitting.splitId, auth, recovery))) return true
    await opening.replace(opened.seed, { auth: { current: auth.current.splitId }, recovery: true })
    return true
  })
  return { seed: opened.seed, isWhole }
}

/**
 * Gives this device its share of the split whose other two shares have just opened the wallet. No other share changes.
 * @returns whether it has that share now
 */
async function takeShare(
  { subject, device }: Pick<Holders, 'subject' | 'device'>,
  splitId: string,
  auth: OpenShelf,
  recovery: OpenShelf,
): Promise<boolean> {
  // Keeps no share of a prepared split, because the other store may never get its own.
  const [one, other] = [auth.current, recovery.current]
  if (one.splitId !== splitId || other.splitId !== splitId || !one.share || !other.share) return false
  const share = await deviceShareOf(one.share, other.share)
  if (share === undefined) return false
  await device.add(subject, splitId, share)
  if (!auth.next && !recovery.next) await device.keepOnly(subject, splitId)
  return true
}

/** Splits the seed again, whichever two shares open the wallet, but only if both stores are open. */
async function renew(opening: Opening, own: readonly Held[], auth: OpenShelf, seen: Shelf): Promise<Attempt> {
  const recovery = requireOpen(seen)
  if (await opening.settle(auth, recovery)) return AGAIN
  const opened =
    (await joinAny(heldBy(recovery), heldBy(auth))) ??
    (await joinAny(heldBy(recovery), own)) ??
    (await joinAny(heldBy(auth), own))
  if (!opened) {
    opening.requireFirstLook()
    return AGAIN
  }
  try {
    // Not now: another device is replacing shares, and may finish that.
    if (auth.next || recovery.next) throw new Refused('keyUnavailable')
    await opening.replace(opened.seed, { auth: { current: auth.current.splitId }, recovery: true })
    return { seed: opened.seed, isWhole: true }
  } catch (error) {
    opened.seed.fill(0)
    throw error
  }
}

/**
 * Repairs a wallet that was opened with the shares of this device and of the auth store.
 * @returns whether the recovery store seems intact
 */
async function tidy(opening: Opening, { splitId, seed }: Joined, auth: OpenShelf): Promise<boolean> {
  const { subject, device, auth: authStore, recovery: recoveryStore } = opening.holders
  const { isRecent } = opening
  const recovery = await opening.lookAtRecovery()
  // The sign-in is too old for the store, which is checked again after the next sign-in.
  if (recovery.state === 'stale') return true
  if (recovery.state === 'down') return false
  let next = auth.next?.splitId
  if (next === splitId) {
    if (recovery.state === 'open' && !holds(recovery, splitId)) return false
    await commitSplit(authStore, splitId)
    next = undefined
  }
  if (recovery.state === 'open' && recovery.next?.splitId === splitId) await commitSplit(recoveryStore, splitId)
  else if (recovery.state === 'none' || (recovery.state === 'open' && recovery.current.splitId !== splitId)) {
    // The store has lost its share, or was restored from an old backup.
    const others = recovery.state === 'open' ? recovery.next?.splitId : undefined
    if (next && !(await abandonIfOld(authStore, next, isRecent))) return false
    if (others && !(await abandonIfOld(recoveryStore, others, isRecent))) return false
    await opening.replace(seed, { auth: { current: splitId }, recovery: recovery.state === 'open' })
    return true
  }
  if (!next) await device.keepOnly(subject, splitId)
  return true
}

async function attempt(opening: Opening): Promise<Attempt> {
  const { holders, isThorough } = opening
  const { own, auth, early } = await opening.look()
  if (auth.state === 'stale') throw new Refused('notConnected')
  if (auth.state === 'none') return openWithoutAuth(opening, own)
  if (auth.state !== 'open') {
    if (own.length === 0) await leaveToPasskey(holders, auth)
    if (own.length === 0) throw new Refused('keyUnavailable')
    const recovery = await opening.lookAtRecovery()
    // Signing in again would not bring the auth store back.
    if (recovery.state === 'stale') throw new Refused('keyUnavailable')
    return { seed: (await openByRecovery(own, recovery)).seed, isWhole: false }
  }
  if (isUnborn(auth)) return beUnborn(opening, own, auth)
  // If the recovery store has lost its share, the repair below splits the seed again anyway.
  if (opening.renewal && early && early.state !== 'none') return renew(opening, own, auth, early)
  const opened = await joinAny(heldBy(auth), own)
  if (!opened) return openAsStranger(opening, own, auth, await opening.lookAtRecovery())
  const isTidy = own.length === 1 && opened.splitId === auth.current.splitId
  const isWhole = isThorough || !isTidy ? await opening.atBest(() => tidy(opening, opened, auth)) : false
  return { seed: opened.seed, isWhole }
}

/**
 * Opens the wallet, or makes it. First finishes an interrupted replacement of shares, wherever it stopped; the shares
 * on the device and at the stores are all that this needs (docs/threat-model.md). Two frames of one browser must not
 * call this at the same time.
 * @throws Refused `keyUnavailable`, `notConnected`; DeviceUnconfirmed; PasskeyNeeded until a passkey that may help has
 *   been requested
 */
export async function openWallet(holders: Holders, options: OpenOptions): Promise<Opened> {
  const opening = createOpening(holders, options)
  for (let rounds = 0, waits = 0; rounds < ROUNDS_MAX && waits < LATER_MAX; rounds += 1) {
    try {
      const outcome = await attempt(opening)
      if (typeof outcome !== 'symbol') return { ...outcome, isRenewed: opening.isRenewed() }
      if (outcome === AGAIN) continue
    } catch (error) {
      if (error instanceof StoreUnavailable) throw new Refused('keyUnavailable')
      // A refusal means that a store has changed since it was read.
      if (!(error instanceof StoreRefusal)) throw error
      opening.onTrouble(error)
    } finally {
      opening.overwrite()
    }
    waits += 1
    await pause(LATER_MS)
  }
  throw new Refused('keyUnavailable')
}
