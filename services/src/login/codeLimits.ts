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

const CLIENT_ROOM: MailRoom = { max: CODES_PER_IP_MAX, windowMs: CODES_WINDOW_MS, resendMs: 0 }
const ADDRESS_ROOM: MailRoom = { max: CODES_PER_ADDRESS_MAX, windowMs: CODES_WINDOW_MS, resendMs: 0 }

const addressKey = (key: Uint8Array, email: string) => keyedHash(key, 'login mail', emailIdentity(email))

/**
 * Counts a code, and the link before it. The client comes first: one that has no room left takes none from others' addresses.
 * @throws ServiceError `rate.limited` for the client, `otp.tooOften` for the address; both say when to come back
 */
export async function spendCode(
  db: LoginDatabase,
  key: Uint8Array,
  { client, email }: { readonly client: string; readonly email: string },
  nowMs: number,
): Promise<void> {
  const network = keyedHash(key, 'login client', clientNetwork(client))
  const clientWaitMs = await countMail(db, network, CLIENT_ROOM, nowMs)
  if (clientWaitMs !== undefined) throw new ServiceError('rate.limited', {}, Math.ceil(clientWaitMs / 1_000))
  const waitMs = await countMail(db, addressKey(key, email), ADDRESS_ROOM, nowMs)
  if (waitMs !== undefined) throw new ServiceError('otp.tooOften', {}, Math.ceil(waitMs / 1_000))
}

/** No mail was sent: the address keeps its room. The client does not, for it may try many that are none. */
export const unspendCode = (db: LoginDatabase, key: Uint8Array, email: string) =>
  uncountMail(db, addressKey(key, email))
