import { Refused } from '../messages/channel.ts'
import { type Joined, joinAny } from './joinAny.ts'
import { openByRecovery, requireOpen } from './openByRecovery.ts'
import { PasskeyNeeded } from './passkey/passkeyNeeded.ts'
import { pause } from './pause.ts'
import { ACT_WITHIN_MS, expectReplacement, type Holders, replaceShares, type Seen } from './replaceShares.ts'
import { abandonIfOld, commitSplit, settleReplacement } from './settleReplacement.ts'
import { createShareReading } from './shareReading.ts'
import { type Held, heldBy, holds, isUnborn, NO_SHARE, type OpenShelf, type Shelf } from './shelf.ts'
import { createSeed } from './splitSeed.ts'
import { StoreRefusal, StoreUnavailable } from './storeErrors.ts'
import { takeShare } from './takeShare.ts'

export interface OpenOptions {
  /** Also checks the recovery store if the wallet opens without it, to notice and repair a loss there. */
  readonly isThorough: boolean
  /**
   * Splits anew although nothing is lost, so that all other devices' shares become worthless. With an address, has the
   * recovery store mail there from then on.
   */
  readonly renewal?: { readonly email?: string }
  /** Called with failures that did not prevent opening; they are retried the next time. */
  readonly onTrouble?: (error: unknown) => void
}

/** Something was finished, or another device was faster: look again. */
const AGAIN = Symbol('again')
/** Another device is at work. */
const LATER = Symbol('later')
type Attempt = Omit<Opened, 'isRenewed'> | typeof AGAIN | typeof LATER

export interface Opened {
  /** The caller overwrites it. */
  readonly seed: Uint8Array
  /** The recovery store was asked, and as far as it tells, every holder has a share of one split. */
  readonly isWhole: boolean
  /** The shares are of a new split, and every holder has its own. */
  readonly isRenewed: boolean
}

const ROUNDS_MAX = 24
const LATER_MAX = 10
const LATER_MS = 1_000

/**
 * Opens the wallet, or makes it. First finishes an earlier, interrupted replacement of shares, using what device and
 * stores have (docs/threat-model.md); no other state is kept, so it does not matter where the replacement stopped. Two
 * frames of one browser must not be here at once.
 * @throws Refused `keyUnavailable`, `notConnected`; DeviceUnconfirmed; PasskeyNeeded until a passkey that may help was
 * asked
 */
export async function openWallet(
  holders: Holders,
  { isThorough, renewal, onTrouble = () => {} }: OpenOptions,
): Promise<Opened> {
  const { subject, device, auth: authStore, recovery: recoveryStore, now } = holders

  const { look, listOwn, overwrite } = createShareReading(holders)
  let lookedAt = now()
  let isRenewed = false
  /** Mismatched shares may have been read during a replacement, so look a second time. */
  let hasLookedTwice = false
  /** The recovery store as seen together with the auth store. */
  let seenEarly: Shelf | undefined
  const lookAtRecovery = async () => seenEarly ?? look(recoveryStore)
  async function replace(seed: Uint8Array, has: Seen): Promise<void> {
    await replaceShares(holders, seed, has, renewal?.email)
    isRenewed = true
  }
  const isRecent = () => now() - lookedAt <= ACT_WITHIN_MS
  const settle = (seenAuth: OpenShelf, seenRecovery: OpenShelf) =>
    settleReplacement(holders, { auth: seenAuth, recovery: seenRecovery }, isRecent)

  /** For repairs: the wallet is open already. */
  async function atBest(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      onTrouble(error)
      return false
    }
  }

  /** No address of this wallet was shown yet: it may be begun anew. */
  async function beUnborn(own: readonly Held[], auth: OpenShelf): Promise<Attempt> {
    const recovery = await lookAtRecovery()
    const { current, next } = auth
    const isOurs = own.some(({ splitId }) => splitId === next?.splitId)
    const isClear = recovery.state === 'none' || recovery.state === 'locked'
    if (next && ((isOurs && isClear) || holds(recovery, next.splitId))) {
      await commitSplit(authStore, next.splitId)
      return AGAIN
    }
    if (recovery.state !== 'none') return openAsStranger(own, auth, recovery)
    if (next && !(await abandonIfOld(authStore, next.splitId, isRecent))) return LATER
    return beBorn(current.splitId)
  }

  /** The recovery store accepts a share only if it has none, so a faster device is noticed. */
  async function beBorn(current: string): Promise<Attempt> {
    const seed = createSeed()
    try {
      await replace(seed, { auth: { current }, recovery: false })
      return { seed, isWhole: true }
    } catch (error) {
      seed.fill(0)
      throw error
    }
  }

  /** The auth store has nothing. */
  async function openWithoutAuth(own: readonly Held[]): Promise<Attempt> {
    const recovery = await lookAtRecovery()
    if (own.length === 0 && recovery.state === 'none') {
      const unborn = NO_SHARE.splitId
      expectReplacement(holders, { auth: { current: unborn }, recovery: false })
      const { current, next } = await authStore.put(NO_SHARE)
      return current === unborn && next === null ? beBorn(unborn) : AGAIN
    }
    if (own.length === 0) await leaveToPasskey({ state: 'none' })
    // Only one share is left, and another wallet must never take the place of the lost one.
    if (own.length === 0 && recovery.state !== 'stale') throw new Refused('keyUnavailable')
    const opened = await openByRecovery(own, recovery)
    const isWhole = await atBest(async () => {
      const next = recovery.state === 'open' ? recovery.next : undefined
      if (next && !(await abandonIfOld(recoveryStore, next.splitId, isRecent))) return false
      await replace(opened.seed, { auth: undefined, recovery: true })
      return true
    })
    return { seed: opened.seed, isWhole }
  }

  /** Asks for no link and keeps nothing here if a passkey has the missing share. */
  async function leaveToPasskey(auth: Shelf): Promise<void> {
    const splitIds = auth.state === 'open' ? heldBy(auth).map(({ splitId }) => splitId) : undefined
    if (await holders.mayPasskeyHelp?.(splitIds)) throw new PasskeyNeeded()
  }

  /** This device has no share that matches the auth store's. */
  async function openAsStranger(own: readonly Held[], auth: OpenShelf, seen: Shelf): Promise<Attempt> {
    await leaveToPasskey(auth)
    const recovery = requireOpen(seen)
    if (await settle(auth, recovery)) return AGAIN
    const fitting = await joinAny(heldBy(recovery), heldBy(auth))
    // The second pair fits if a store was restored to an earlier state.
    const opened = fitting ?? (await joinAny(heldBy(recovery), own))
    if (!opened) return lookTwice()
    const isWhole = await atBest(async () => {
      if (fitting && (await takeShare(holders, fitting.splitId, auth, recovery))) return true
      await replace(opened.seed, { auth: { current: auth.current.splitId }, recovery: true })
      return true
    })
    return { seed: opened.seed, isWhole }
  }

  function lookTwice(): typeof AGAIN {
    if (hasLookedTwice) throw new Refused('keyUnavailable')
    hasLookedTwice = true
    return AGAIN
  }

  /** Splits anew, whichever shares there are; only with all three holders. */
  async function renew(own: readonly Held[], auth: OpenShelf, seen: Shelf): Promise<Attempt> {
    const recovery = requireOpen(seen)
    if (await settle(auth, recovery)) return AGAIN
    const opened =
      (await joinAny(heldBy(recovery), heldBy(auth))) ??
      (await joinAny(heldBy(recovery), own)) ??
      (await joinAny(heldBy(auth), own))
    if (!opened) return lookTwice()
    try {
      // Another device is at work, and may finish it: not now.
      if (auth.next || recovery.next) throw new Refused('keyUnavailable')
      await replace(opened.seed, { auth: { current: auth.current.splitId }, recovery: true })
      return { seed: opened.seed, isWhole: true }
    } catch (error) {
      opened.seed.fill(0)
      throw error
    }
  }

  /** Repairs after device and auth share have opened it. @returns whether the recovery store seems to have its share */
  async function tidy({ splitId, seed }: Joined, auth: OpenShelf): Promise<boolean> {
    const recovery = await lookAtRecovery()
    // The sign-in is too old: check again after the next one.
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
      // The store has lost its share, or was restored to an earlier state.
      const others = recovery.state === 'open' ? recovery.next?.splitId : undefined
      if (next && !(await abandonIfOld(authStore, next, isRecent))) return false
      if (others && !(await abandonIfOld(recoveryStore, others, isRecent))) return false
      await replace(seed, { auth: { current: splitId }, recovery: recovery.state === 'open' })
      return true
    }
    if (!next) await device.keepOnly(subject, splitId)
    return true
  }

  async function attempt(): Promise<Attempt> {
    lookedAt = now()
    const own = await listOwn()
    // Perhaps a wallet is about to be made.
    if (own.length === 0) authStore.expect('put')
    const isRecoveryAsked = own.length === 0 || isThorough || renewal !== undefined
    const looks = [look(authStore), isRecoveryAsked ? look(recoveryStore) : undefined] as const
    // A share that arrives after a throw would not be overwritten.
    await Promise.allSettled(looks)
    const [auth, early] = await Promise.all(looks)
    seenEarly = early
    if (auth.state === 'stale') throw new Refused('notConnected')
    if (auth.state === 'none') return openWithoutAuth(own)
    if (auth.state !== 'open') {
      if (own.length === 0) await leaveToPasskey(auth)
      if (own.length === 0) throw new Refused('keyUnavailable')
      const recovery = await lookAtRecovery()
      // Signing in again would not bring the auth store back.
      if (recovery.state === 'stale') throw new Refused('keyUnavailable')
      return { seed: (await openByRecovery(own, recovery)).seed, isWhole: false }
    }
    if (isUnborn(auth)) return beUnborn(own, auth)
    // If the recovery store has lost its share, the repair below splits anew too.
    if (renewal && seenEarly && seenEarly.state !== 'none') return renew(own, auth, seenEarly)
    const opened = await joinAny(heldBy(auth), own)
    if (!opened) return openAsStranger(own, auth, await lookAtRecovery())
    const isTidy = own.length === 1 && opened.splitId === auth.current.splitId
    const isWhole = isThorough || !isTidy ? await atBest(() => tidy(opened, auth)) : false
    return { seed: opened.seed, isWhole }
  }

  for (let rounds = 0, waits = 0; rounds < ROUNDS_MAX && waits < LATER_MAX; rounds += 1) {
    try {
      const outcome = await attempt()
      if (typeof outcome !== 'symbol') return { ...outcome, isRenewed }
      if (outcome === AGAIN) continue
    } catch (error) {
      if (error instanceof StoreUnavailable) throw new Refused('keyUnavailable')
      // The state of the stores has changed since it was read.
      if (!(error instanceof StoreRefusal)) throw error
      onTrouble(error)
    } finally {
      overwrite()
    }
    waits += 1
    await pause(LATER_MS)
  }
  throw new Refused('keyUnavailable')
}
