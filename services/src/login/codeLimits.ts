import {
  CODES_PER_ADDRESS_MAX,
  CODES_PER_IP_MAX,
  CODES_WINDOW_MS,
} from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { clientNetwork, clientSite } from '../http/clientNetwork.ts'
import { ServiceError } from '../http/errors.ts'
import { keyedHash } from '../oneTimeCodes/keyedHash.ts'
import { mailboxKey } from '../oneTimeCodes/mailboxKey.ts'
import { countMail, type MailRoom, uncountMail } from '../oneTimeCodes/mailCounts.ts'
import type { MailCountsDatabase } from '../oneTimeCodes/schema.ts'
import { isBeingDeletedOf } from './identities.ts'
import { CODES_PER_DELETED_ADDRESS_MAX, STARTS_PER_MINUTE_MAX, STARTS_WINDOW_MS } from './limits.ts'
import type { LoginDatabase } from './schema.ts'

const ADDRESS_ROOM: MailRoom = { max: CODES_PER_ADDRESS_MAX, windowMs: CODES_WINDOW_MS, resendMs: 0 }
const DELETED_ADDRESS_ROOM: MailRoom = { ...ADDRESS_ROOM, max: CODES_PER_DELETED_ADDRESS_MAX }

/** Who is counted, and how much an operator allows: instead of 20 an hour, and of 300 a minute for all clients together. */
export interface Counted {
  readonly client: string
  readonly startsPerClient?: number | undefined
  readonly startsPerMinute?: number | undefined
}

type Started = 'login client' | 'login social client' | 'auth client'

/** @throws ServiceError `rate.limited`, which says when to come back */
async function countStart(db: MailCountsDatabase, counter: string, room: Omit<MailRoom, 'resendMs'>, nowMs: number) {
  const waitMs = await countMail(db, counter, { ...room, resendMs: 0 }, nowMs)
  if (waitMs !== undefined) throw new ServiceError('rate.limited', {}, Math.ceil(waitMs / 1_000))
}

const countClient = (
  db: MailCountsDatabase,
  key: Uint8Array,
  what: Started,
  { client, startsPerClient: max = CODES_PER_IP_MAX }: Counted,
  nowMs: number,
) => countStart(db, keyedHash(key, what, clientNetwork(client)), { max, windowMs: CODES_WINDOW_MS }, nowMs)

/** Comes last: what one client, or one mailbox, has no room for takes nothing from everybody. */
async function countService(
  db: MailCountsDatabase,
  key: Uint8Array,
  what: Started,
  { startsPerMinute: max = STARTS_PER_MINUTE_MAX }: Counted,
  nowMs: number,
): Promise<string> {
  const counter = keyedHash(key, what, 'the whole service')
  await countStart(db, counter, { max, windowMs: STARTS_WINDOW_MS }, nowMs)
  return counter
}

/**
 * Counts a visit to a provider, or a code that confirms the address of an account: for the client, and for the whole service.
 * Each kind is counted apart from the others, and from the codes of signing in by mail.
 * @throws ServiceError `rate.limited`, which says when to come back
 */
export async function spendClient(
  db: MailCountsDatabase,
  key: Uint8Array,
  what: Exclude<Started, 'login client'>,
  counted: Counted,
  nowMs: number,
): Promise<void> {
  await countClient(db, key, what, counted, nowMs)
  await countService(db, key, what, counted, nowMs)
}

interface CountedMail {
  /** A keyed hash. */
  readonly key: string
  readonly room: MailRoom
}

/**
 * What a code takes from. While a wallet is being deleted, each network has room of its own at its address: nobody can keep its
 * owner from signing in by taking all five codes of each hour.
 */
async function roomsOf(
  db: LoginDatabase,
  key: Uint8Array,
  { email, client }: Counted & { readonly email: string },
): Promise<readonly CountedMail[]> {
  const mailbox = mailboxKey(email)
  if (!(await isBeingDeletedOf(db, email))) return [{ key: keyedHash(key, 'login mail', mailbox), room: ADDRESS_ROOM }]
  return [
    { key: keyedHash(key, 'login mail by network', mailbox, clientSite(client)), room: ADDRESS_ROOM },
    { key: keyedHash(key, 'login mail while deleting', mailbox), room: DELETED_ADDRESS_ROOM },
  ]
}

/**
 * Counts a code. The client comes first: one that has no room left takes none from others' mailboxes, see `mailboxKey`.
 * @returns its undo, for a mail that was not sent: mailbox and service keep their room. The client does not, for it may try many
 * addresses that are none
 * @throws ServiceError `rate.limited` for the client and the service, `otp.tooOften` for the mailbox; all say when to come back
 */
export async function spendCode(
  db: LoginDatabase,
  key: Uint8Array,
  { email, ...counted }: Counted & { readonly email: string },
  nowMs: number,
): Promise<() => Promise<void>> {
  await countClient(db, key, 'login client', counted, nowMs)
  const spent: string[] = []
  async function unspend(): Promise<void> {
    for (const one of spent) await uncountMail(db, one)
  }
  try {
    for (const { key: counter, room } of await roomsOf(db, key, { email, ...counted })) {
      const waitMs = await countMail(db, counter, room, nowMs)
      if (waitMs !== undefined) throw new ServiceError('otp.tooOften', {}, Math.ceil(waitMs / 1_000))
      spent.push(counter)
    }
    spent.push(await countService(db, key, 'login client', counted, nowMs))
    return unspend
  } catch (error) {
    await unspend()
    throw error
  }
}
