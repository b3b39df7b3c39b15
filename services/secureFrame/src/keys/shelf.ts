import { base64urlnopad } from '@scure/base'
import { Refused } from '../messages/channel.ts'
import type { ShareStore } from './shareStore.ts'
import { readShare, type Share } from './shareText.ts'
import { isRefusal } from './storeErrors.ts'

/** One store's share of a split. */
export interface Held {
  readonly splitId: string
  /** Undefined if the text is not a valid share of this split. */
  readonly share: Share | undefined
}

/** What a store has of a wallet, as far as the store reveals it. */
export type Shelf =
  | { readonly state: 'open'; readonly current: Held; readonly next: Held | undefined }
  /**
   * `none`: it has nothing. `locked`: it has a share, but first requires its link or a confirmation of this device.
   * `stale`: it requires a recent sign-in. `down`: it is unreachable.
   */
  | { readonly state: 'none' | 'locked' | 'stale' | 'down' }
export type OpenShelf = Extract<Shelf, { state: 'open' }>

/**
 * The auth store's content while a wallet is being made: a placeholder that is the same for everyone. No address is
 * shown before the placeholder is replaced. Because of it, making a wallet is a replacement like any other, and only
 * one device at a time can have begun a replacement.
 */
export const NO_SHARE = {
  splitId: '00000000-0000-4000-8000-000000000000',
  share: base64urlnopad.encode(new TextEncoder().encode('no share of a wallet yet')),
} as const

export const isUnborn = ({ current }: OpenShelf): boolean => current.splitId === NO_SHARE.splitId

function held({ splitId, share }: { readonly splitId: string; readonly share: string }): Held {
  try {
    const read = readShare(share)
    return { splitId, share: read.splitId === splitId ? read : undefined }
  } catch {
    return { splitId, share: undefined }
  }
}

/** Releases a share. If a deletion of it was cancelled or never finished, first has the store keep the share. */
async function release(store: ShareStore): ReturnType<ShareStore['release']> {
  try {
    return await store.release()
  } catch (error) {
    if (!isRefusal(error, 'share.deleting')) throw error
    await store.keep()
    return store.release()
  }
}

/** @throws Refused `notConnected` */
export async function lookAt(store: ShareStore): Promise<Shelf> {
  try {
    const { current, next } = await release(store)
    if (!current) return { state: 'none' }
    return { state: 'open', current: held(current), next: next ? held(next) : undefined }
  } catch (error) {
    if (error instanceof Refused) throw error
    if (isRefusal(error, 'link.needed', 'device.unconfirmed')) return { state: 'locked' }
    if (isRefusal(error, 'session.stale')) return { state: 'stale' }
    return { state: 'down' }
  }
}

/** The released shares, the prepared one first, because a replacement is finished rather than undone. */
export const heldBy = (shelf: Shelf): readonly Held[] =>
  shelf.state === 'open' ? [...(shelf.next ? [shelf.next] : []), shelf.current] : []

export const holds = (shelf: Shelf, splitId: string | undefined): boolean =>
  splitId !== undefined && heldBy(shelf).some((one) => one.splitId === splitId)
