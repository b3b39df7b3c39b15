import type { ShareDeviceState } from '@portico/contracts/services/shares'
import { ShareError } from './errors.ts'
import { DEVICE_REQUEST_KEPT_MS, DEVICE_REQUESTS_MAX, DEVICE_RESEND_MS } from './limits.ts'
import type { Caller } from './proof.ts'
import type { ShareDatabase, ShareSchema } from './schema.ts'

type Row = Pick<ShareSchema['share_devices'], 'asked_at' | 'confirmed_at' | 'refused_at'>

/** The current time, and how long an unconfirmed key waits; both in milliseconds. */
export interface DeviceClock {
  readonly nowMs: number
  readonly waitMs: number
}

/**
 * The rule for a wallet without an e-mail address: a login alone never releases the recovery share. The key must have
 * stored the share, or been confirmed by a known key, or its request must have waited for the full time without a
 * refusal. A refusal of a key is final.
 */
function stateOf(row: Row | undefined, clock: DeviceClock): ShareDeviceState['state'] {
  if (row?.refused_at) return 'refused'
  if (row?.confirmed_at) return 'open'
  return row && !isForgotten(row, clock) && row.asked_at.getTime() + clock.waitMs <= clock.nowMs ? 'open' : 'waiting'
}

/** An undecided or unused request counts for some days after its wait, and is then ignored. */
const isForgotten = ({ asked_at, confirmed_at, refused_at }: Row, { nowMs, waitMs }: DeviceClock) =>
  !confirmed_at && !refused_at && asked_at.getTime() + waitMs + DEVICE_REQUEST_KEPT_MS <= nowMs

const ofKey = (db: ShareDatabase, { subject, jkt }: Caller) =>
  db.selectFrom('share_devices').selectAll().where('subject', '=', subject).where('jkt', '=', jkt).executeTakeFirst()

/** Requests that are neither confirmed nor refused, the oldest first. */
const openRequests = (db: ShareDatabase, subject: string) =>
  db
    .selectFrom('share_devices')
    .selectAll()
    .where('subject', '=', subject)
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null)
    .orderBy('asked_at')
    .execute()

/** Marks this key as known. A refused key stays refused. */
export async function knowDevice(db: ShareDatabase, { subject, jkt }: Caller, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  await db
    .insertInto('share_devices')
    .values({ subject, jkt, host: null, asked_at: now, confirmed_at: now, refused_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'jkt'])
        .doUpdateSet({ confirmed_at: now })
        .where('share_devices.confirmed_at', 'is', null),
    )
    .execute()
}

/**
 * Enforces the rule of `stateOf` before any use of the share. A key whose wait is over becomes known.
 * @throws ShareError `device.unconfirmed`
 */
export async function requireKnownDevice(db: ShareDatabase, caller: Caller, clock: DeviceClock): Promise<void> {
  const row = await ofKey(db, caller)
  if (stateOf(row, clock) !== 'open') throw new ShareError('device.unconfirmed')
  if (!row?.confirmed_at) await knowDevice(db, caller, clock.nowMs)
}

/** The state of this key's request; `waiting` without a time if there is no request. */
export async function lookAtDevice(db: ShareDatabase, caller: Caller, clock: DeviceClock): Promise<ShareDeviceState> {
  const row = await ofKey(db, caller)
  const state = stateOf(row, clock)
  return { state, opensAt: row && state === 'waiting' ? opensAtS(row, clock) : null }
}

const opensAtS = ({ asked_at }: Pick<Row, 'asked_at'>, { waitMs }: Pick<DeviceClock, 'waitMs'>) =>
  Math.ceil((asked_at.getTime() + waitMs) / 1_000)

/**
 * Requests access for the caller's key. A repeated request does not restart the wait. The wallet's row must be locked.
 * @param host the host of the sign-in page, if login knows it
 * @throws ShareError `link.tooOften` while too many requests are open, or right after another request
 */
export async function askForDevice(
  db: ShareDatabase,
  caller: Caller & { readonly host: string | undefined },
  clock: DeviceClock,
): Promise<ShareDeviceState> {
  const { subject, jkt, host = null } = caller
  const before = await ofKey(db, caller)
  if (before && !isForgotten(before, clock)) return lookAtDevice(db, caller, clock)
  if (before) await db.deleteFrom('share_devices').where('subject', '=', subject).where('jkt', '=', jkt).execute()
  const open = (await openRequests(db, subject)).filter((row) => !isForgotten(row, clock))
  const last = open.at(-1)?.asked_at.getTime() ?? 0
  const [oldest] = open
  const roomAtMs =
    oldest && open.length >= DEVICE_REQUESTS_MAX
      ? oldest.asked_at.getTime() + clock.waitMs + DEVICE_REQUEST_KEPT_MS
      : last + DEVICE_RESEND_MS
  if (roomAtMs > clock.nowMs) throw new ShareError('link.tooOften', Math.ceil((roomAtMs - clock.nowMs) / 1_000))
  await db
    .insertInto('share_devices')
    .values({ subject, jkt, host, asked_at: new Date(clock.nowMs), confirmed_at: null, refused_at: null })
    .execute()
  return lookAtDevice(db, caller, clock)
}

/** The requests that the caller can decide; an empty list if the caller's key is unknown. */
export async function listDevices(db: ShareDatabase, caller: Caller, clock: DeviceClock) {
  if (stateOf(await ofKey(db, caller), clock) !== 'open') return []
  return (await openRequests(db, caller.subject))
    .filter((row) => !isForgotten(row, clock))
    .map((row) => ({
      key: row.jkt,
      host: row.host,
      askedAt: Math.floor(row.asked_at.getTime() / 1_000),
      opensAt: opensAtS(row, clock),
    }))
}

/**
 * Lets a known key confirm or refuse another key's request, once.
 * @throws ShareError `device.unconfirmed` for an unknown caller, `device.over` if there is no such request
 */
export async function decideDevice(
  db: ShareDatabase,
  caller: Caller,
  { key, meant }: { readonly key: string; readonly meant: 'confirm' | 'refuse' },
  clock: DeviceClock,
): Promise<void> {
  await requireKnownDevice(db, caller, clock)
  const now = new Date(clock.nowMs)
  const decided = await db
    .updateTable('share_devices')
    .set(meant === 'confirm' ? { confirmed_at: now } : { refused_at: now })
    .where('subject', '=', caller.subject)
    .where('jkt', '=', key)
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null)
    .returning('jkt')
    .executeTakeFirst()
  if (!decided) throw new ShareError('device.over')
}

/** Once new shares apply, only the key that prepared them is known. Open requests must be repeated; refusals stay. */
export const forgetOtherDevices = (db: ShareDatabase, subject: string, keptJkt: string) =>
  db
    .deleteFrom('share_devices')
    .where('subject', '=', subject)
    .where('jkt', '!=', keptJkt)
    .where('refused_at', 'is', null)
    .execute()
