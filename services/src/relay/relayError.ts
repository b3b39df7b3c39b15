import { RELAY_ERROR_CODES } from '@portico/contracts/services/relay'
import { type Details, fillMessage } from '../http/errors.ts'

interface CatalogueEntry {
  readonly code: number
  /** `{name}` is filled from `details`. */
  readonly message: string
}

/** All errors in the relay's answers. */
const catalogue = {
  'frame.unreadable': { code: RELAY_ERROR_CODES.unreadable, message: 'The message is not JSON' },
  'request.invalid': { code: RELAY_ERROR_CODES.invalidRequest, message: 'The message is no JSON-RPC 2.0 request' },
  'method.unknown': { code: RELAY_ERROR_CODES.unknownMethod, message: 'There is no such method' },
  'params.invalid': { code: RELAY_ERROR_CODES.invalidParams, message: 'The params are not valid: {reason}' },
  'message.tooLarge': { code: RELAY_ERROR_CODES.limitExceeded, message: 'The message is larger than {limit} bytes' },
  'batch.tooLong': { code: RELAY_ERROR_CODES.limitExceeded, message: 'A batch may have {limit} entries at most' },
  'requests.tooMany': { code: RELAY_ERROR_CODES.limitExceeded, message: 'More than {limit} requests in one second' },
  'topics.tooMany': { code: RELAY_ERROR_CODES.limitExceeded, message: 'More than {limit} subscriptions' },
  'subscribers.tooMany': { code: RELAY_ERROR_CODES.limitExceeded, message: 'This topic has {limit} subscribers' },
  'topic.full': { code: RELAY_ERROR_CODES.limitExceeded, message: 'Too many messages wait under this topic' },
  'address.full': { code: RELAY_ERROR_CODES.limitExceeded, message: 'Too many messages from this address wait' },
  'mailbox.full': { code: RELAY_ERROR_CODES.limitExceeded, message: 'The relay can keep no more messages' },
  'mailbox.unavailable': { code: RELAY_ERROR_CODES.unavailable, message: 'The relay can keep no messages right now' },
  'server.failed': { code: RELAY_ERROR_CODES.failed, message: 'The relay failed; the reason is in its log' },
} as const satisfies Record<string, CatalogueEntry>

export type RelayErrorKind = keyof typeof catalogue

/** The only error class of the relay's methods; any other error becomes `server.failed`. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly kind: RelayErrorKind

  constructor(kind: RelayErrorKind, details: Details = {}, cause?: unknown) {
    super(fillMessage(catalogue[kind].message, details), cause === undefined ? {} : { cause })
    this.kind = kind
  }
}

/** The wire form of an error. */
export const wireError = ({ kind, message }: RelayError) => ({ code: catalogue[kind].code, message })
