import type { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * All errors of the services, which are sent as `{ error: { code, message } }`. A `{name}` in a message is filled in
 * from `details`. The statuses are those of services.md §7 ("Error body"): 400 invalid parameter, 401 bad or missing
 * project id, 404 not found, 422 bad JSON.
 */
export const catalogue = {
  'request.invalid': [400, 'The request is invalid: {reason}'],
  'request.unreadable': [400, 'The request line or the headers cannot be parsed'],
  'request.notJson': [422, 'The body is not valid JSON'],
  'request.tooLarge': [413, 'The body is larger than {limit} bytes'],
  'request.tooComplex': [400, 'The JSON is nested deeper than {depth} levels, or has more than {values} values'],
  'route.unknown': [404, 'There is nothing at this address'],

  'project.missing': [401, 'The query parameter projectId is missing'],
  'project.malformed': [401, 'The projectId must be 32 lower-case hexadecimal characters'],
  'project.exists': [409, 'A project with this id already exists'],
  'project.unavailable': [503, 'The allowed origins of this project are unavailable at present'],
  'project.unknown': [404, 'No project has this projectId'],

  'token.missing': [401, 'An admin token is required: send "Authorization: Bearer <token>"'],
  'token.unknown': [401, 'This admin token is unknown'],
  'token.scope': [403, 'This admin token has no scope "{scope}"'],
  'operators.notConfigured': [503, 'Operators cannot sign in: CONSOLE_ORIGIN is not set'],
  'operator.session': [401, 'Sign in first: there is no session, or it has expired'],
  'operator.origin': [403, 'Only pages of the console may send this request'],
  'operator.role': [403, 'Your role does not include "{scope}" here'],
  'operator.passkey': [401, 'The passkey is unknown, or its signature is not for this'],
  'operator.wallet': [401, 'No operator signs in with this wallet'],
  'operator.invitation': [404, 'The invitation is unknown, used or expired'],
  'operator.unknown': [404, 'There is no such operator'],
  'operator.last': [409, 'One operator must remain a releaser of all projects'],
  'operator.alone': [409, 'Two operators with a passkey and the role releaser are needed first'],
  'operator.tokenRefused': [403, 'Operators invite operators, because a project demands signatures'],
  'action.signatureNeeded': [403, 'An operator has to sign this in the console'],
  'action.over': [409, 'The action is unknown, expired, or decided already'],
  'action.ownSecond': [403, 'The second signature must be from another operator'],
  'metrics.tokenNeeded': [401, 'The metrics token is required: send "Authorization: Bearer <token>"'],

  'chain.missing': [400, 'The query parameter chainId is missing'],
  'chain.malformed': [400, 'The chainId must be a CAIP-2 id of eip155, solana or bip122'],
  'chain.unsupported': [400, 'This service has no node for this chain'],
  'address.malformed': [400, 'This is not an address of the chain'],

  'name.invalid': [400, 'A name is 4 to 63 letters, digits and hyphens, a full stop, and {zone}'],
  'name.taken': [400, 'This name is taken'],
  'name.expired': [400, 'The time in the message is more than {seconds} seconds off: sign a new message'],
  'signature.wrong': [401, 'This message was not signed by this address'],

  'convert.noRoute': [400, 'There is insufficient liquidity between these tokens for this amount'],
  'convert.refused': [400, 'The chain would reject this swap: check the balance and the allowance'],
  'convert.unavailable': [503, 'The swap provider is unavailable'],
  'convert.unconfigured': [503, 'No swap provider is configured for this chain'],

  'onramp.unconfigured': [503, 'No provider is configured for purchases'],
  'onramp.unavailable': [503, 'The purchase provider is unavailable'],
  'onramp.notOffered': [400, '{symbol} cannot be bought on these networks'],
  'onramp.amount': [400, 'A purchase must be between {min} and {max} {currency}'],
  'onramp.noQuote': [400, 'No provider has an offer for this amount at present'],
  'onramp.quoteOver': [400, 'The quote is unknown or has expired: request a new one'],
  'onramp.limit': [429, 'This address has reached its daily limit'],
  'onramp.unknownOrder': [404, 'The order is unknown'],
  'onramp.orderOver': [410, 'The order was not paid in time: create a new one'],

  'payments.unconfigured': [503, 'No provider is configured for payments in another asset'],
  'payments.unavailable': [503, 'The payment provider is unavailable'],
  'payments.unsupported': [400, 'This asset cannot be used to pay for the other'],
  'payments.sameAsset': [400, 'Both assets are the same: send the asset directly, without a quote'],
  'payments.noRoute': [400, 'There is insufficient liquidity between these tokens for this amount'],
  'payments.unknownRequest': [404, 'The payment request is unknown'],
  'payments.unknownExchange': [404, 'The exchange is unknown'],
  'payments.unknownSession': [404, 'The payment is unknown'],
  'payments.sessionOver': [410, 'The payment was not made in time: create a new one'],

  'rate.limited': [429, 'Too many requests: try again after the time in "Retry-After"'],

  'auth.notConfigured': [503, 'Signing in is not available: AUTH_SECRET is not set'],
  'auth.nonce': [401, 'The nonce is unknown, used or expired: request a new one'],
  'auth.message': [400, 'This field of the message has the wrong value: {field}'],
  'auth.signature': [400, 'The signature is invalid'],
  'auth.session': [401, 'The session token is unknown or has expired'],
  'auth.stale': [401, 'The last sign-in is too long ago: sign in again'],
  'deletion.notBegun': [409, 'The deletion of this wallet has not been started'],
  'login.notConfigured': [503, 'Wallets are not available: LOGIN_SIGNING_KEY is not set'],
  'passkeys.tooMany': [409, 'A wallet has at most {limit} passkeys'],
  'origin.missing': [403, 'The header Origin is missing: only a page can sign visitors in'],
  'origin.notAllowed': [403, 'This project does not allow this origin'],

  'social.unconfigured': [503, 'Signing in with {provider} is not configured'],
  'social.unavailable': [503, 'The provider of this sign-in is unavailable'],
  'otp.wrong': [400, 'The code is wrong; attempts left: {left}'],
  'otp.over': [400, 'The code was used, has expired, or was entered wrongly too often: request a new one'],
  'otp.tooOften': [429, 'Too many codes were sent to this address: try again after the time in "Retry-After"'],
  'mail.notConfigured': [503, 'Mail is not available: SMTP_URL is not set'],
  'mail.refused': [400, 'The mail server rejects this address'],
  'mail.unavailable': [503, 'The mail server is unavailable'],

  'relay.upgradeNeeded': [426, 'This route accepts only WebSocket connections'],

  'feature.unknown': [404, 'There is no feature "{featureId}" that can be switched'],
  'remote.unknown': [404, 'There is no remote "{remoteId}"{hint}'],
  'remote.unpublished': [400, 'The release index has no remote "{remoteId}"'],
  'version.unknown': [400, 'The release index has no version {version} of {remoteId}{hint}'],
  'channel.unknown': [400, 'The release index has no channel "{channel}" of {remoteId}{hint}'],
  'zone.unknown': [400, 'There is no time zone "{zone}"{hint}'],
  'index.unavailable': [503, 'The release index cannot be read: see the log of the service'],
  'remote.notTheSites': [400, '{remoteId} cannot be set to "site": a site has no option for it'],
  'rollout.unknown': [404, 'No rollout of {remoteId} has been started'],
  'rollout.ended': [409, 'The rollout of {remoteId} has ended'],
  'rollout.off': [409, '{remoteId} is off: turn it on before you roll it out'],
  'rollout.notNew': [400, 'The channel "stable" of {remoteId} already has this as its preferred version'],
  'rollout.noControl': [400, 'An automatic rollback needs a first step below 100 %, to compare with stable'],
  'rollout.noReports': [
    409,
    'This project gets no health reports: turn analytics on, or ask for no healthy loads and no automatic rollback',
  ],
  'rollback.nothing': [409, 'There is no version of {remoteId} to go back to'],
  'image.unknown': [404, 'There is no image with this id'],

  'server.failed': [500, 'Internal error: see the log of the service'],
  'storage.full': [503, 'The disk of the database is full'],
  'storage.stopped': [503, 'The database has stopped and is being restarted'],
  'server.notReady': [503, 'Not ready: no answer from {silent}'],
  'server.clock': [
    503,
    'The clock of this process is behind the clock of the login service, so assertions are rejected',
  ],
  'database.unavailable': [503, 'The database is unavailable: try again after the time in "Retry-After"'],
  'upstream.unavailable': [503, 'No node of this chain answers'],
} as const satisfies Record<string, readonly [status: ContentfulStatusCode, message: string]>

export type ServiceErrorCode = keyof typeof catalogue
export type Details = Readonly<Record<string, string | number>>

/** Fills in the details of a message. */
export const fillMessage = (message: string, details: Details) =>
  message.replace(/\{(\w+)\}/g, (whole, key: string) => String(details[key] ?? whole))

/** The only class for the services' own errors. `answerErrors` responds with it; any other becomes `server.failed`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'

  /** @param retryAfterS the number of seconds until the client should try again */
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

/** The request parameter for each group of codes. */
const FIELDS: Readonly<Record<string, string>> = {
  project: 'projectId',
  chain: 'chainId',
  address: 'address',
  name: 'name',
  signature: 'signature',
}

/** The request parameter that is wrong, such as `chainId`, or else the code. */
export function fieldOf({ code, details }: ServiceError): string {
  const [, named] = /^([\w.]+): /.exec(String(details.reason ?? '')) ?? []
  return named ?? FIELDS[code.slice(0, code.indexOf('.'))] ?? code
}

/** An error in wire format. */
export const errorBody = ({
  code,
  message,
}: Pick<ServiceErrorBody['error'], 'code' | 'message'>): ServiceErrorBody => ({ error: { code, message } })
