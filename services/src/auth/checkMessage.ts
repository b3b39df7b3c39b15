import { parseMessage } from '@portico/siwx/messages'
import { ServiceError } from '../http/errors.ts'
import { type Account, accountOf } from './account.ts'
import { CLOCK_TOLERANCE_MS, NONCE_LIFETIME_MS, SESSION_LIFETIME_MAX_MS, SESSION_LIFETIME_MS } from './limits.ts'

export type SignedData = NonNullable<ReturnType<typeof parseMessage>>

export interface CheckedMessage {
  readonly data: SignedData
  readonly account: Account
  /** The end of the session, in milliseconds since 1970, rounded down to whole seconds. */
  readonly expiresAtMs: number
}

interface Expected {
  readonly projectId: string
  /** The origin of the requesting page, which the project allows. */
  readonly origin: string
  readonly nowMs: number
}

function endOf({ expirationTime }: SignedData, nowMs: number): number {
  const end = expirationTime === undefined ? nowMs + SESSION_LIFETIME_MS : Date.parse(expirationTime)
  return Math.floor(Math.min(end, nowMs + SESSION_LIFETIME_MAX_MS) / 1_000) * 1_000
}

/** The first field with an unexpected value, if any. */
function wrongField(data: SignedData, { origin, nowMs }: Expected): string | undefined {
  const { domain, uri, version, issuedAt, expirationTime, notBefore } = data
  if (domain !== new URL(origin).host) return 'domain'
  if (!URL.canParse(uri) || new URL(uri).origin !== new URL(origin).origin) return 'uri'
  if (version !== '1') return 'version'
  const issued = Date.parse(issuedAt ?? '')
  const earliest = nowMs - NONCE_LIFETIME_MS - CLOCK_TOLERANCE_MS
  // The condition is negated so that a missing or invalid time counts as wrong.
  if (!(issued >= earliest && issued <= nowMs + CLOCK_TOLERANCE_MS)) return 'issuedAt'
  if (expirationTime !== undefined && !(endOf(data, nowMs) > nowMs)) return 'expirationTime'
  if (notBefore !== undefined && !(Date.parse(notBefore) <= nowMs + CLOCK_TOLERANCE_MS)) return 'notBefore'
  return undefined
}

/**
 * Checks only the signed text, none of the data sent with it. The nonce and the signature are checked elsewhere.
 * @throws ServiceError `auth.message`
 */
export function checkMessage(text: string, expected: Expected): CheckedMessage {
  const data = parseMessage(text)
  if (!data) throw new ServiceError('auth.message', { field: 'text' })
  const wrong = wrongField(data, expected)
  if (wrong) throw new ServiceError('auth.message', { field: wrong })
  const account = accountOf(expected.projectId, data.chainId, data.accountAddress)
  if (!account) throw new ServiceError('auth.message', { field: 'chainId' })
  return { data, account, expiresAtMs: endOf(data, expected.nowMs) }
}
