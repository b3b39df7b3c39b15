import { RELAY_ERROR_CODES } from '@portico/contracts/services/relay'
import { type Details, fillMessage } from '../http/errors.ts'

/** All errors in the relay's answers; `{name}` in a message is replaced by that value of `details`. */
const catalogue = {
  'frame.unreadable': [RELAY_ERROR_CODES.unreadable, 'The message is not JSON'],
  'request.invalid': [RELAY_ERROR_CODES.invalidRequest, 'The message is no JSON-RPC 2.0 request'],
  'method.unknown': [RELAY_ERROR_CODES.unknownMethod, 'There is no such method'],
  'params.invalid': [RELAY_ERROR_CODES.invalidParams, 'The params are not valid: {reason}'],
  'message.tooLarge': [RELAY_ERROR_CODES.limitExceeded, 'The message is larger than {limit} bytes'],
  'batch.tooLong': [RELAY_ERROR_CODES.limitExceeded, 'A batch may have {limit} entries at most'],
  'requests.tooMany': [RELAY_ERROR_CODES.limitExceeded, 'More than {limit} requests in one second'],
  'topics.tooMany': [RELAY_ERROR_CODES.limitExceeded, 'More than {limit} subscriptions'],
  'subscribers.tooMany': [RELAY_ERROR_CODES.limitExceeded, 'This topic has {limit} subscribers'],
  'topic.full': [RELAY_ERROR_CODES.limitExceeded, 'Too many messages wait under this topic'],
  'address.full': [RELAY_ERROR_CODES.limitExceeded, 'Too many messages from this address wait'],
  'mailbox.full': [RELAY_ERROR_CODES.limitExceeded, 'The relay can keep no more messages'],
  'mailbox.unavailable': [RELAY_ERROR_CODES.unavailable, 'The relay can keep no messages right now'],
  'server.failed': [RELAY_ERROR_CODES.failed, 'The relay failed; the reason is in its log'],
} as const satisfies Record<string, readonly [code: number, message: string]>

export type RelayErrorKind = keyof typeof catalogue

/** The only error class of the relay's methods; any other error becomes `server.failed`. */
export class RelayError extends Error {
  override readonly name = 'RelayError'

  constructor(
    readonly kind: RelayErrorKind,
    details: Details = {},
    cause?: unknown,
  ) {
    super(fillMessage(catalogue[kind][1], details), cause === undefined ? {} : { cause })
  }
}

/** The wire form of an error. */
export const wireError = ({ kind, message }: RelayError) => ({ code: catalogue[kind][0], message })
