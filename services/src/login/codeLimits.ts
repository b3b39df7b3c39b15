import { emailIdentity } from '@portico/contracts/embeddedWallet/email'
import {
  CODES_PER_ADDRESS_MAX,
  CODES_PER_IP_MAX,
  CODES_WINDOW_MS,
} from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { ServiceError } from '../http/errors.ts'
import { keyedHash } from '../oneTimeCodes/keyedHash.ts'
import { countMail, type MailRoom, uncountMail } from '../oneTimeCodes/mailCounts.ts'
import { clientNetwork } from './clientNetwork.ts'
import type { LoginDatabase } from './schema.ts'

const ADDRESS_ROOM: MailRoom = { max: CODES_PER_ADDRESS_MAX, windowMs: CODES_WINDOW_MS, resendMs: 0 }

const addressKey = (key: Uint8Array, email: string) => keyedHash(key, 'login mail', emailIdentity(email))

/** Who is counted, and how much an operator allows instead of 20 an hour. */
export interface Counted {
  readonly client: string
  readonly startsPerClient?: number | undefined
}

/**
 * Counts what a client has begun. Codes and visits to providers are counted each by themselves.
 * @throws ServiceError `rate.limited`, which says when to come back
 */
export async function spendClient(
  db: LoginDatabase,
  key: Uint8Array,
  what: 'login client' | 'login social client',
  { client, startsPerClient: max = CODES_PER_IP_MAX }: Counted,
  nowMs: number,
): Promise<void> {
  const network = keyedHash(key, what, clientNetwork(client))
  const waitMs = await countMail(db, network, { max, windowMs: CODES_WINDOW_MS, resendMs: 0 }, nowMs)
  if (waitMs !== undefined) throw new ServiceError('rate.limited', {}, Math.ceil(waitMs / 1_000))
}

/**
 * Counts a code. The client comes first: one that has no room left takes none from others' addresses.
 * @throws ServiceError `rate.limited` for the client, `otp.tooOften` for the address; both say when to come back
 */
export async function spendCode(
  db: LoginDatabase,
  key: Uint8Array,
  { email, ...counted }: Counted & { readonly email: string },
  nowMs: number,
): Promise<void> {
  await spendClient(db, key, 'login client', counted, nowMs)
  const waitMs = await countMail(db, addressKey(key, email), ADDRESS_ROOM, nowMs)
  if (waitMs !== undefined) throw new ServiceError('otp.tooOften', {}, Math.ceil(waitMs / 1_000))
}

/** No mail was sent: the address keeps its room. The client does not, for it may try many that are none. */
export const unspendCode = (db: LoginDatabase, key: Uint8Array, email: string) =>
  uncountMail(db, addressKey(key, email))
