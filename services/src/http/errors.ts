import type { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

interface CatalogueEntry {
  readonly status: ContentfulStatusCode
  /** `{name}` is filled from `details`. */
  readonly message: string
}

/**
 * All errors of the services, sent as `{ error: { code, message } }`. The statuses are those of services.md §7 ("Error
 * body"): 400 invalid parameter, 401 bad or missing project id, 404 not found, 422 bad JSON.
 */
export const catalogue = {
  'request.invalid': { status: 400, message: 'The request is not valid: {reason}' },
  'request.unreadable': { status: 400, message: 'The request line or its headers cannot be read' },
  'request.notJson': { status: 422, message: 'The body is not JSON' },
  'request.tooLarge': { status: 413, message: 'The body is larger than {limit} bytes' },
  'request.tooComplex': {
    status: 400,
    message: 'The JSON is nested deeper than {depth} levels, or has more than {values} values',
  },
  'route.unknown': { status: 404, message: 'There is nothing at this address' },

  'project.missing': { status: 401, message: 'The query parameter projectId is missing' },
  'project.malformed': { status: 401, message: 'The projectId must be 32 lower-case hexadecimal characters' },
  'project.exists': { status: 409, message: 'There is a project with this id already' },
  'project.unavailable': { status: 503, message: 'It cannot be asked at present which pages this project allows' },
  'project.unknown': { status: 404, message: 'No project has this projectId' },

  'token.missing': { status: 401, message: 'An admin token is needed: send "Authorization: Bearer <token>"' },
  'token.unknown': { status: 401, message: 'This admin token is not known' },
  'token.scope': { status: 403, message: 'This admin token has no scope "{scope}"' },
  'metrics.tokenNeeded': {
    status: 401,
    message: 'The token of the metrics is needed: send "Authorization: Bearer <token>"',
  },

  'chain.missing': { status: 400, message: 'The query parameter chainId is missing' },
  'chain.malformed': { status: 400, message: 'The chainId must be a CAIP-2 id of eip155, solana or bip122' },
  'chain.unsupported': { status: 400, message: 'This service has no node of this chain' },
  'address.malformed': { status: 400, message: 'This is no address of the chain' },

  'name.invalid': { status: 400, message: 'A name is 4 to 63 letters, digits and hyphens, a full stop, and {zone}' },
  'name.taken': { status: 400, message: 'Somebody has this name already' },
  'name.expired': { status: 400, message: 'The time in the message is more than {seconds} seconds off: sign it anew' },
  'signature.wrong': { status: 401, message: 'This address has not signed this message' },

  'convert.noRoute': { status: 400, message: 'There is insufficient liquidity between these two for this amount' },
  'convert.refused': {
    status: 400,
    message: 'The chain would refuse this swap: look at the balance and the allowance',
  },
  'convert.unavailable': { status: 503, message: 'The provider of swaps does not answer at present' },
  'convert.unconfigured': { status: 503, message: 'Nobody was configured who swaps on this chain' },

  'onramp.unconfigured': { status: 503, message: 'Nobody was configured who sells anything here' },
  'onramp.unavailable': { status: 503, message: 'Who sells does not answer at present' },
  'onramp.notOffered': { status: 400, message: 'Nobody here sells {symbol} on these networks' },
  'onramp.amount': { status: 400, message: 'From {min} to {max} {currency} can be spent at once' },
  'onramp.noQuote': { status: 400, message: 'Nobody sells this for this amount at present' },
  'onramp.quoteOver': { status: 400, message: 'The quote is not known or is too old: ask for a new one' },
  'onramp.limit': { status: 429, message: 'This address has bought as much as it can in a day' },
  'onramp.unknownOrder': { status: 404, message: 'There is no such order' },
  'onramp.orderOver': { status: 410, message: 'The order was not paid in time: begin a new one' },

  'payments.unconfigured': { status: 503, message: 'Nobody was configured who changes one asset into another here' },
  'payments.unavailable': { status: 503, message: 'Who takes payments does not answer at present' },
  'payments.unsupported': { status: 400, message: 'Nobody here pays the one with the other' },
  'payments.sameAsset': { status: 400, message: 'This asset can be sent as it is: that needs no quote' },
  'payments.noRoute': { status: 400, message: 'There is insufficient liquidity between these two for this amount' },
  'payments.unknownRequest': { status: 404, message: 'There is no such request' },
  'payments.unknownExchange': { status: 404, message: 'There is no such exchange' },
  'payments.unknownSession': { status: 404, message: 'There is no such payment' },
  'payments.sessionOver': { status: 410, message: 'It was not paid in time: begin a new payment' },

  'rate.limited': { status: 429, message: 'That was asked too often; "Retry-After" says when to come back' },

  'auth.notConfigured': { status: 503, message: 'This service signs nobody in: it has no AUTH_SECRET' },
  'auth.nonce': { status: 401, message: 'The nonce is not known, was used, or is too old: ask for a new one' },
  'auth.message': { status: 400, message: 'The message does not say what it should: {field}' },
  'auth.signature': { status: 400, message: 'The signature is not valid' },
  'auth.session': { status: 401, message: 'Nobody is signed in with this token' },
  'auth.stale': { status: 401, message: 'Too long ago that somebody signed in: sign in again' },
  'deletion.notBegun': { status: 409, message: 'The deletion of this wallet was not begun' },
  'login.notConfigured': { status: 503, message: 'This service opens no wallets: it has no LOGIN_SIGNING_KEY' },
  'passkeys.tooMany': { status: 409, message: 'A wallet has at most {limit} passkeys' },
  'origin.missing': {
    status: 403,
    message: 'A page that signs visitors in names itself: the header Origin is missing',
  },
  'origin.notAllowed': { status: 403, message: 'This project does not allow this origin' },

  'social.unconfigured': { status: 503, message: 'Nobody can sign in with {provider} here: it was not configured' },
  'social.unavailable': { status: 503, message: 'Who is to confirm this sign-in does not answer at present' },
  'otp.wrong': { status: 400, message: 'The code is wrong; attempts that are left: {left}' },
  'otp.over': { status: 400, message: 'The code was used, is too old, or was tried too often: ask for a new one' },
  'otp.tooOften': { status: 429, message: 'This address gets no more codes at present; "Retry-After" says when' },
  'mail.notConfigured': { status: 503, message: 'This service sends no mail: it has no SMTP_URL' },
  'mail.refused': { status: 400, message: 'The mail server does not take this address' },
  'mail.unavailable': { status: 503, message: 'The mail server does not take the mail at present' },

  'relay.upgradeNeeded': { status: 426, message: 'This address is for WebSockets' },

  'feature.unknown': { status: 404, message: 'No feature that can be switched here is called "{featureId}"' },
  'remote.unknown': { status: 404, message: 'No remote is called "{remoteId}"' },
  'remote.notTheSites': { status: 400, message: 'Whether {remoteId} is on cannot be left to each site' },
  'image.unknown': { status: 404, message: 'There is no image with this id' },

  'server.failed': { status: 500, message: 'The service failed; the reason is in its log' },
  'storage.full': { status: 503, message: 'The disk of the database is full: nothing can be written at present' },
  'storage.stopped': { status: 503, message: 'The database has stopped and is being opened again' },
  'server.notReady': { status: 503, message: 'There is no answer from {silent}' },
  'server.clock': {
    status: 503,
    message: 'The clock of this process is behind that of the login service, so no assertion is taken',
  },
  'database.unavailable': {
    status: 503,
    message: 'The database does not answer at present; "Retry-After" says when to come back',
  },
  'upstream.unavailable': { status: 503, message: 'No node of this chain answers at present' },
} as const satisfies Record<string, CatalogueEntry>

export type ServiceErrorCode = keyof typeof catalogue
export type Details = Readonly<Record<string, string | number>>

/** Inserts details into a message of a catalogue. */
export const fillMessage = (message: string, details: Details) =>
  message.replace(/\{(\w+)\}/g, (whole, key: string) => String(details[key] ?? whole))

/**
 * The only error class of the services. `handleError` turns it into the answer; any other error becomes
 * `server.failed`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceErrorCode
  readonly status: ContentfulStatusCode

  /** @param retryAfterS of `rate.limited`: seconds until the next attempt */
  constructor(
    code: ServiceErrorCode,
    readonly details: Details = {},
    readonly retryAfterS?: number,
  ) {
    super(fillMessage(catalogue[code].message, details))
    this.code = code
    this.status = catalogue[code].status
  }
}

/** The parameters of whole groups of codes. */
const FIELDS: Readonly<Record<string, string>> = {
  project: 'projectId',
  chain: 'chainId',
  address: 'address',
  name: 'name',
  signature: 'signature',
}

/** The request parameter in error, such as `chainId`, if there is one; else the code. */
export function fieldOf({ code, details }: ServiceError): string {
  const [, named] = /^([\w.]+): /.exec(String(details.reason ?? '')) ?? []
  return named ?? FIELDS[code.slice(0, code.indexOf('.'))] ?? code
}

/** The wire form of an error. */
export const errorBody = ({ code, message }: ServiceError): ServiceErrorBody => ({ error: { code, message } })
