import { emailIdentity } from '@portico/contracts/embeddedWallet/email'
import {
  CODES_PER_ADDRESS_MAX,
  CODES_PER_IP_MAX,
  CODES_WINDOW_MS,
} from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { ServiceError } from '../http/errors.ts'
import { keyedHash } from '../oneTimeCodes/keyedHash.ts'
import { countMail, type MailRoom, uncountMail } from '../oneTimeCodes/mailCounts.ts'
import type { MailCountsDatabase } from '../oneTimeCodes/schema.ts'
import { clientNetwork, clientSite } from './clientNetwork.ts'
import { isBeingDeletedOf } from './identities.ts'
import { CODES_PER_DELETED_ADDRESS_MAX } from './limits.ts'
import type { LoginDatabase } from './schema.ts'

const ADDRESS_ROOM: MailRoom = { max: CODES_PER_ADDRESS_MAX, windowMs: CODES_WINDOW_MS, resendMs: 0 }
const DELETED_ADDRESS_ROOM: MailRoom = { ...ADDRESS_ROOM, max: CODES_PER_DELETED_ADDRESS_MAX }

/** Who is counted, and how much an operator allows instead of 20 an hour. */
export interface Counted {
  readonly client: string
  readonly startsPerClient?: number | undefined
}

/**
 * Counts what a client has begun. Codes, visits to providers and the codes of signing in with a
 * wallet are counted each by themselves.
 * @throws ServiceError `rate.limited`, which says when to come back
 */
export async function spendClient(
  db: MailCountsDatabase,
  key: Uint8Array,
  what: 'login client' | 'login social client' | 'auth client',
  { client, startsPerClient: max = CODES_PER_IP_MAX }: Counted,
  nowMs: number,
): Promise<void> {
  const network = keyedHash(key, what, clientNetwork(client))
  const waitMs = await countMail(db, network, { max, windowMs: CODES_WINDOW_MS, resendMs: 0 }, nowMs)
  if (waitMs !== undefined) throw new ServiceError('rate.limited', {}, Math.ceil(waitMs / 1_000))
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
  const identity = emailIdentity(email)
  if (!(await isBeingDeletedOf(db, email))) return [{ key: keyedHash(key, 'login mail', identity), room: ADDRESS_ROOM }]
  return [
    { key: keyedHash(key, 'login mail by network', identity, clientSite(client)), room: ADDRESS_ROOM },
    { key: keyedHash(key, 'login mail while deleting', identity), room: DELETED_ADDRESS_ROOM },
  ]
}

/**
 * Counts a code. The client comes first: one that has no room left takes none from others' addresses.
 * @returns its undo, for a mail that was not sent: the address keeps its room. The client does not, for it may try many that are
 * none
 * @throws ServiceError `rate.limited` for the client, `otp.tooOften` for the address; both say when to come back
 */
export async function spendCode(
  db: LoginDatabase,
  key: Uint8Array,
  { email, ...counted }: Counted & { readonly email: string },
  nowMs: number,
): Promise<() => Promise<void>> {
  await spendClient(db, key, 'login client', counted, nowMs)
  const spent: string[] = []
  async function unspend(): Promise<void> {
    for (const one of spent) await uncountMail(db, one)
  }
  for (const { key: counter, room } of await roomsOf(db, key, { email, ...counted })) {
    const waitMs = await countMail(db, counter, room, nowMs)
    if (waitMs !== undefined) {
      await unspend()
      throw new ServiceError('otp.tooOften', {}, Math.ceil(waitMs / 1_000))
    }
    spent.push(counter)
  }
  return unspend
}
