import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The refusals of a share store. No message repeats anything from the request. */
const catalogue = {
  'origin.foreign': [403, 'Only the secure site may call this service'],

  'assertion.missing': [401, 'An assertion is required: send "Authorization: DPoP <assertion>"'],
  'assertion.invalid': [401, 'The assertion was not issued by the login service for this store'],
  'assertion.stale': [401, 'The assertion has expired: request a new one'],
  'assertion.used': [401, 'The assertion was used before: request a new one'],
  'session.stale': [401, 'The last sign-in is too long ago: sign in again'],
  'proof.missing': [401, 'A proof of the key is required: send "DPoP: <proof>"'],
  'proof.invalid': [401, 'The proof does not match this request and the key of the assertion'],
  'proof.stale': [401, 'The time of the proof is too far off'],
  'proof.used': [401, 'The proof was used before: sign a new one'],

  'share.exists': [409, 'Another share of this wallet exists'],
  'share.deleting': [409, 'This wallet is being deleted; "keep" cancels the deletion'],
  'deletion.notBegun': [409, 'The deletion of this wallet has not been started at the login service'],
  'deletion.calledOff': [409, 'This deletion was cancelled: request a new assertion from the login service'],
  'share.unknown': [404, 'No share of this wallet is stored'],
  'rotation.pending': [409, 'Another device is replacing the shares of this wallet'],
  'rotation.unknown': [409, 'These shares have not been prepared'],

  'link.needed': [403, 'Request a link by mail and open it first'],
  'device.unconfirmed': [
    403,
    'This device is new to the wallet: wait until a known device confirms it, or until the waiting time ends',
  ],
  'device.notNeeded': [409, 'New devices of this wallet are confirmed by a link in a mail'],
  'device.over': [404, 'The request is unknown or has been decided'],
  'link.notNeeded': [409, 'This wallet has no e-mail address'],
  'link.over': [400, 'The link was used or has expired: request a new one'],
  'link.tooOften': [429, 'Too many links were sent for this wallet: try again after the time in "Retry-After"'],
} as const satisfies Record<string, readonly [status: ContentfulStatusCode, message: string]>

export type ShareErrorCode = keyof typeof catalogue

/** A refusal, with the error body common to all services. */
export class ShareError extends Error {
  override readonly name = 'ShareError'

  /** @param retryAfterS seconds until the next attempt */
  constructor(
    readonly code: ShareErrorCode,
    readonly retryAfterS?: number,
  ) {
    super(catalogue[code][1])
  }

  get status(): ContentfulStatusCode {
    return catalogue[this.code][0]
  }
}
