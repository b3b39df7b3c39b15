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
import type { LoginDependencies } from './dependencies.ts'
import { isBeingDeletedOf } from './identities.ts'
import { CODES_PER_DELETED_ADDRESS_MAX, STARTS_PER_MINUTE_MAX, STARTS_WINDOW_MS } from './limits.ts'
import type { LoginDatabase } from './schema.ts'

const ADDRESS_ROOM: MailRoom = { max: CODES_PER_ADDRESS_MAX, windowMs: CODES_WINDOW_MS, resendMs: 0 }
const DELETED_ADDRESS_ROOM: MailRoom = { ...ADDRESS_ROOM, max: CODES_PER_DELETED_ADDRESS_MAX }

/** The counted client and the operator's limits: by default 20 an hour per client, and 300 a minute for all clients. */
export interface Counted {
  readonly client: string
  readonly startsPerClient?: number | undefined
  readonly startsPerMinute?: number | undefined
}

type Started = 'login client' | 'login social client' | 'auth client'

/** @throws ServiceError `rate.limited`, with a retry time */
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

/** Called last, so that requests over a client's or a mailbox's limit do not count against the service's limit. */
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
 * Counts a visit to a provider, or a code that confirms an account's address, for the client and for the whole service.
 * These two kinds and sign-in codes have separate limits.
 * @throws ServiceError `rate.limited`, with a retry time
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
 * The limits that a code counts against. While a wallet is being deleted, each client network has its own limit for the
 * wallet's address, so that nobody can lock out the owner by using up the five codes of each hour.
 */
async function roomsOf(
  db: LoginDatabase,
  key: Uint8Array,
  email: string,
  client: string,
): Promise<readonly CountedMail[]> {
  const mailbox = mailboxKey(email)
  if (!(await isBeingDeletedOf(db, email))) return [{ key: keyedHash(key, 'login mail', mailbox), room: ADDRESS_ROOM }]
  return [
    { key: keyedHash(key, 'login mail by network', mailbox, clientSite(client)), room: ADDRESS_ROOM },
    { key: keyedHash(key, 'login mail while deleting', mailbox), room: DELETED_ADDRESS_ROOM },
  ]
}

/**
 * Counts a code. The client's limit comes first, so that a client over this limit does not use up the limits of other
 * people's mailboxes; see `mailboxKey`.
 * @returns a function that undoes the counts of the mailbox and the service if the mail fails. The client's count
 *   stays, because the client may be trying many invalid addresses
 * @throws ServiceError `rate.limited` for the client and the service, `otp.tooOften` for the mailbox; all with a retry
 *   time
 */
export async function spendCode(
  { db, signingKey, startsPerClient, startsPerMinute }: LoginDependencies,
  { email, client }: { readonly email: string; readonly client: string },
  nowMs: number,
): Promise<() => Promise<void>> {
  const { hash: key } = signingKey
  const counted = { client, startsPerClient, startsPerMinute }
  await countClient(db, key, 'login client', counted, nowMs)
  const spent: string[] = []
  async function unspend(): Promise<void> {
    for (const one of spent) await uncountMail(db, one)
  }
  try {
    for (const { key: counter, room } of await roomsOf(db, key, email, client)) {
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
