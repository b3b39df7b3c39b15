import type { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * All errors of the services, sent as `{ error: { code, message } }`; `{name}` in a message is filled from `details`.
 * The statuses are those of services.md §7 ("Error body"): 400 invalid parameter, 401 bad or missing project id, 404 not
 * found, 422 bad JSON.
 */
export const catalogue = {
  'request.invalid': [400, 'The request is not valid: {reason}'],
  'request.unreadable': [400, 'The request line or its headers cannot be read'],
  'request.notJson': [422, 'The body is not JSON'],
  'request.tooLarge': [413, 'The body is larger than {limit} bytes'],
  'request.tooComplex': [400, 'The JSON is nested deeper than {depth} levels, or has more than {values} values'],
  'route.unknown': [404, 'There is nothing at this address'],

  'project.missing': [401, 'The query parameter projectId is missing'],
  'project.malformed': [401, 'The projectId must be 32 lower-case hexadecimal characters'],
  'project.exists': [409, 'There is a project with this id already'],
  'project.unavailable': [503, 'It cannot be asked at present which pages this project allows'],
  'project.unknown': [404, 'No project has this projectId'],

  'token.missing': [401, 'An admin token is needed: send "Authorization: Bearer <token>"'],
  'token.unknown': [401, 'This admin token is not known'],
  'token.scope': [403, 'This admin token has no scope "{scope}"'],
  'metrics.tokenNeeded': [401, 'The token of the metrics is needed: send "Authorization: Bearer <token>"'],

  'chain.missing': [400, 'The query parameter chainId is missing'],
  'chain.malformed': [400, 'The chainId must be a CAIP-2 id of eip155, solana or bip122'],
  'chain.unsupported': [400, 'This service has no node of this chain'],
  'address.malformed': [400, 'This is no address of the chain'],

  'name.invalid': [400, 'A name is 4 to 63 letters, digits and hyphens, a full stop, and {zone}'],
  'name.taken': [400, 'Somebody has this name already'],
  'name.expired': [400, 'The time in the message is more than {seconds} seconds off: sign it anew'],
  'signature.wrong': [401, 'This address has not signed this message'],

  'convert.noRoute': [400, 'There is insufficient liquidity between these two for this amount'],
  'convert.refused': [400, 'The chain would refuse this swap: look at the balance and the allowance'],
  'convert.unavailable': [503, 'The provider of swaps does not answer at present'],
  'convert.unconfigured': [503, 'Nobody was configured who swaps on this chain'],

  'onramp.unconfigured': [503, 'Nobody was configured who sells anything here'],
  'onramp.unavailable': [503, 'Who sells does not answer at present'],
  'onramp.notOffered': [400, 'Nobody here sells {symbol} on these networks'],
  'onramp.amount': [400, 'From {min} to {max} {currency} can be spent at once'],
  'onramp.noQuote': [400, 'Nobody sells this for this amount at present'],
  'onramp.quoteOver': [400, 'The quote is not known or is too old: ask for a new one'],
  'onramp.limit': [429, 'This address has bought as much as it can in a day'],
  'onramp.unknownOrder': [404, 'There is no such order'],
  'onramp.orderOver': [410, 'The order was not paid in time: begin a new one'],

  'payments.unconfigured': [503, 'Nobody was configured who changes one asset into another here'],
  'payments.unavailable': [503, 'Who takes payments does not answer at present'],
  'payments.unsupported': [400, 'Nobody here pays the one with the other'],
  'payments.sameAsset': [400, 'This asset can be sent as it is: that needs no quote'],
  'payments.noRoute': [400, 'There is insufficient liquidity between these two for this amount'],
  'payments.unknownRequest': [404, 'There is no such request'],
  'payments.unknownExchange': [404, 'There is no such exchange'],
  'payments.unknownSession': [404, 'There is no such payment'],
  'payments.sessionOver': [410, 'It was not paid in time: begin a new payment'],

  'rate.limited': [429, 'That was asked too often; "Retry-After" says when to come back'],

  'auth.notConfigured': [503, 'This service signs nobody in: it has no AUTH_SECRET'],
  'auth.nonce': [401, 'The nonce is not known, was used, or is too old: ask for a new one'],
  'auth.message': [400, 'The message does not say what it should: {field}'],
  'auth.signature': [400, 'The signature is not valid'],
  'auth.session': [401, 'Nobody is signed in with this token'],
  'auth.stale': [401, 'Too long ago that somebody signed in: sign in again'],
  'deletion.notBegun': [409, 'The deletion of this wallet was not begun'],
  'login.notConfigured': [503, 'This service opens no wallets: it has no LOGIN_SIGNING_KEY'],
  'passkeys.tooMany': [409, 'A wallet has at most {limit} passkeys'],
  'origin.missing': [403, 'A page that signs visitors in names itself: the header Origin is missing'],
  'origin.notAllowed': [403, 'This project does not allow this origin'],

  'social.unconfigured': [503, 'Nobody can sign in with {provider} here: it was not configured'],
  'social.unavailable': [503, 'Who is to confirm this sign-in does not answer at present'],
  'otp.wrong': [400, 'The code is wrong; attempts that are left: {left}'],
  'otp.over': [400, 'The code was used, is too old, or was tried too often: ask for a new one'],
  'otp.tooOften': [429, 'This address gets no more codes at present; "Retry-After" says when'],
  'mail.notConfigured': [503, 'This service sends no mail: it has no SMTP_URL'],
  'mail.refused': [400, 'The mail server does not take this address'],
  'mail.unavailable': [503, 'The mail server does not take the mail at present'],

  'relay.upgradeNeeded': [426, 'This address is for WebSockets'],

  'feature.unknown': [404, 'No feature that can be switched here is called "{featureId}"'],
  'remote.unknown': [404, 'No remote is called "{remoteId}"'],
  'remote.notTheSites': [400, 'Whether {remoteId} is on cannot be left to each site'],
  'image.unknown': [404, 'There is no image with this id'],

  'server.failed': [500, 'The service failed; the reason is in its log'],
  'storage.full': [503, 'The disk of the database is full: nothing can be written at present'],
  'storage.stopped': [503, 'The database has stopped and is being opened again'],
  'server.notReady': [503, 'There is no answer from {silent}'],
  'server.clock': [503, 'The clock of this process is behind that of the login service, so no assertion is taken'],
  'database.unavailable': [503, 'The database does not answer at present; "Retry-After" says when to come back'],
  'upstream.unavailable': [503, 'No node of this chain answers at present'],
} as const satisfies Record<string, readonly [status: ContentfulStatusCode, message: string]>

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

  /** @param retryAfterS of `rate.limited`: seconds until the next attempt */
  constructor(
    readonly code: ServiceErrorCode,
    readonly details: Details = {},
    readonly retryAfterS?: number,
  ) {
    super(fillMessage(catalogue[code][1], details))
  }

  get status(): ContentfulStatusCode {
    return catalogue[this.code][0]
  }
}

/** @param reason begins with the name of the field, if there is one: `amount: must be more than 0` */
export const invalidRequest = (reason: string) => new ServiceError('request.invalid', { reason })

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
export const errorBody = ({
  code,
  message,
}: Pick<ServiceErrorBody['error'], 'code' | 'message'>): ServiceErrorBody => ({ error: { code, message } })
