import { Refused } from '../messages/channel.ts'
import { pause } from './pause.ts'
import type { ShareStore } from './shareStore.ts'
import { isRefusal, StoreRefusal, StoreUnavailable, storeFailure } from './storeErrors.ts'

const POLL_MS = 2_000
/** The recovery store's minimum time between two links. */
const RESEND_MS = 30_000

/** When this page had a link mailed, and until when the link is valid: milliseconds since 1970. */
export interface MailedLink {
  readonly sentAt: number
  readonly endsAt: number
}

export interface ConfirmOptions {
  readonly recovery: ShareStore
  readonly signal: AbortSignal
  readonly now: () => number
  /** The latest link mailed for this wallet. */
  readonly mailed: MailedLink | undefined
  onMailed(link: MailedLink): void
}

/**
 * Whether the link has been followed. Requesting the share would tell too, but the store allows only sixty such
 * requests in ten minutes, and each one before the link is followed would be an error in the visitor's console.
 * @throws Refused `deviceRefused` when the owner has said no
 */
async function isFollowed(recovery: ShareStore): Promise<boolean> {
  try {
    const state = await recovery.lookAtLink()
    if (state === 'refused') throw new Refused('deviceRefused')
    return state === 'open'
  } catch (error) {
    // During a brief outage of the store, the link can still be followed.
    if (error instanceof StoreUnavailable) return false
    if (isRefusal(error, 'session.stale')) throw new Refused('notConnected')
    if (error instanceof StoreRefusal) return true
    throw error
  }
}

/**
 * Has the recovery store mail a link and waits until it is followed.
 * @throws Refused `mailUnavailable`, `tooManyCodes`, `deviceRefused` when the link was refused or has expired,
 * `keyUnavailable`, `notConnected`; the signal's reason
 */
export async function confirmDevice({ recovery, signal, now, mailed, onMailed }: ConfirmOptions): Promise<void> {
  let link = mailed && now() < mailed.sentAt + RESEND_MS ? mailed : undefined
  let mailAt = link ? Number.POSITIVE_INFINITY : now()

  /** @returns whether there is anything to wait for */
  async function mail(): Promise<boolean> {
    try {
      const endsAt = now() + (await recovery.mailLink()) * 1_000
      link = { sentAt: now(), endsAt }
      mailAt = Number.POSITIVE_INFINITY
      onMailed(link)
      return true
    } catch (error) {
      if (isRefusal(error, 'link.notNeeded')) return false
      if (isRefusal(error, 'mail.refused', 'mail.unavailable', 'mail.notConfigured'))
        throw new Refused('mailUnavailable')
      if (!isRefusal(error, 'link.tooOften')) throw storeFailure(error)
      // Another device or an earlier page has just had a link mailed, which may be for this device.
      const waitMs = (error.retryAfterS ?? Number.POSITIVE_INFINITY) * 1_000
      if (waitMs > RESEND_MS) throw new Refused('tooManyCodes')
      mailAt = now() + waitMs
      return true
    }
  }

  for (;;) {
    signal.throwIfAborted()
    if (now() >= mailAt && !(await mail())) return
    if (await isFollowed(recovery)) return
    if (link && now() >= link.endsAt) throw new Refused('deviceRefused')
    await pause(POLL_MS, signal)
  }
}
