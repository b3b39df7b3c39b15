import { Refused } from '../messages/channel.ts'
import { createSeed } from './createSeed.ts'
import { type Joined, joinAny } from './joinAny.ts'
import { openByRecovery, requireOpen } from './openByRecovery.ts'
import { PasskeyNeeded } from './passkey/passkeyNeeded.ts'
import { pause } from './pause.ts'
import { ACT_WITHIN_MS, expectReplacement, type Holders, replaceShares, type Seen } from './replaceShares.ts'
import { abandonIfOld, commitSplit, settleReplacement } from './settleReplacement.ts'
import { createShareReading } from './shareReading.ts'
import { type Held, heldBy, holds, isUnborn, NO_SHARE, type OpenShelf, type Shelf } from './shelf.ts'
import { StoreRefusal, StoreUnavailable } from './storeErrors.ts'
import { takeShare } from './takeShare.ts'

export interface OpenOptions {
  /** Asks the recovery store as well where the wallet opens without it, so that a loss there is noticed and repaired. */
  readonly isThorough: boolean
  /**
   * Splits anew although nothing is lost, so that no other device's share is worth anything any more, and has the recovery
   * store mail to this address from then on, where there is one.
   */
  readonly renewal?: { readonly email?: string }
  /** Of what did not work and was not needed for opening; it is tried again the next time. */
  readonly onTrouble?: (error: unknown) => void
}

/** Something was finished, or somebody else was faster: whoever opens looks again. */
const AGAIN = Symbol('again')
/** Somebody else is at it. */
const LATER = Symbol('later')
type Attempt = Omit<Opened, 'isRenewed'> | typeof AGAIN | typeof LATER

export interface Opened {
  /** Whoever asks overwrites it. */
  readonly seed: Uint8Array
  /** The recovery store was asked, and everybody has a share of one split as far as that can be told. */
  readonly isWhole: boolean
  /** The shares are of a new split, and everybody has theirs. */
  readonly isRenewed: boolean
}

const ROUNDS_MAX = 24
const LATER_MAX = 10
const LATER_MS = 1_000

/**
 * Opens the wallet, or makes it. What an earlier replacement of shares has left half done is finished first, by what device
 * and stores have (docs/threat-model.md); nothing is remembered elsewhere, so it makes no difference where that one ended.
 * Two frames of one browser must not be here at once.
 * @throws Refused `keyUnavailable`, `notConnected`; DeviceUnconfirmed; PasskeyNeeded before a passkey was asked that may help
 */
export async function openWallet(
  holders: Holders,
  { isThorough, renewal, onTrouble = () => {} }: OpenOptions,
): Promise<Opened> {
  const { subject, device, auth: authStore, recovery: recoveryStore, now } = holders

  const { look, listOwn, overwrite } = createShareReading(holders)
  let lookedAt = now()
  let isRenewed = false
  /** Shares that did not fit were read while somebody was replacing them, or really do not. */
  let hasLookedTwice = false
  /** The recovery store as it was seen at the same time as the auth store. */
  let seenEarly: Shelf | undefined
  const lookAtRecovery = async () => seenEarly ?? look(recoveryStore)
  async function replace(seed: Uint8Array, has: Seen): Promise<void> {
    await replaceShares(holders, seed, has, renewal?.email)
    isRenewed = true
  }
  const isRecent = () => now() - lookedAt <= ACT_WITHIN_MS
  const settle = (seenAuth: OpenShelf, seenRecovery: OpenShelf) =>
    settleReplacement(holders, { auth: seenAuth, recovery: seenRecovery }, isRecent)

  /** Opened it is already. */
  async function atBest(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      onTrouble(error)
      return false
    }
  }

  /** Nobody has been told an address of this wallet: it may be begun anew. */
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

  /** The recovery store takes a share only where it has none: whoever was faster there is noticed. */
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
    // What is left is one share, and another wallet must never take the place of the one that is lost.
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

  /** No link is asked for, and nothing is kept here, where a passkey has what is missing. */
  async function leaveToPasskey(auth: Shelf): Promise<void> {
    const splitIds = auth.state === 'open' ? heldBy(auth).map(({ splitId }) => splitId) : undefined
    if (await holders.mayPasskeyHelp?.(splitIds)) throw new PasskeyNeeded()
  }

  /** This device has no share that fits to what the auth store has. */
  async function openAsStranger(own: readonly Held[], auth: OpenShelf, seen: Shelf): Promise<Attempt> {
    await leaveToPasskey(auth)
    const recovery = requireOpen(seen)
    if (await settle(auth, recovery)) return AGAIN
    const fitting = await joinAny(heldBy(recovery), heldBy(auth))
    // The second pair is that of a store that was put back to what it had earlier.
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

  /** Splits anew, whoever has which share; only with all three. */
  async function renew(own: readonly Held[], auth: OpenShelf, seen: Shelf): Promise<Attempt> {
    const recovery = requireOpen(seen)
    if (await settle(auth, recovery)) return AGAIN
    const opened =
      (await joinAny(heldBy(recovery), heldBy(auth))) ??
      (await joinAny(heldBy(recovery), own)) ??
      (await joinAny(heldBy(auth), own))
    if (!opened) return lookTwice()
    try {
      // Somebody else is at it, and may finish it: not now.
      if (auth.next || recovery.next) throw new Refused('keyUnavailable')
      await replace(opened.seed, { auth: { current: auth.current.splitId }, recovery: true })
      return { seed: opened.seed, isWhole: true }
    } catch (error) {
      opened.seed.fill(0)
      throw error
    }
  }

  /** Device and auth share have opened it. @returns whether the recovery store has its share as far as that tells */
  async function tidy({ splitId, seed }: Joined, auth: OpenShelf): Promise<boolean> {
    const recovery = await lookAtRecovery()
    // Too long ago that somebody signed in: it is looked at after the next time.
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
      // It has lost its share, or was put back to what it had earlier.
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
    // A wallet is about to be made, perhaps.
    if (own.length === 0) authStore.expect('put')
    const isRecoveryAsked = own.length === 0 || isThorough || renewal !== undefined
    const looks = [look(authStore), isRecoveryAsked ? look(recoveryStore) : undefined] as const
    // What is still on its way when we throw would not be overwritten.
    await Promise.allSettled(looks)
    const [auth, early] = await Promise.all(looks)
    seenEarly = early
    if (auth.state === 'stale') throw new Refused('notConnected')
    if (auth.state === 'none') return openWithoutAuth(own)
    if (auth.state !== 'open') {
      if (own.length === 0) await leaveToPasskey(auth)
      if (own.length === 0) throw new Refused('keyUnavailable')
      const recovery = await lookAtRecovery()
      // Signing in again would not bring back the auth store.
      if (recovery.state === 'stale') throw new Refused('keyUnavailable')
      return { seed: (await openByRecovery(own, recovery)).seed, isWhole: false }
    }
    if (isUnborn(auth)) return beUnborn(own, auth)
    // What the recovery store has lost is put right below, which splits anew as well.
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
      // What was seen a moment ago is no longer so.
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
