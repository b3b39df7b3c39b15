import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The refusals of a share store. No message repeats anything of the request. */
const catalogue = {
  'origin.foreign': [403, 'Only the secure site may ask here'],

  'assertion.missing': [401, 'An assertion is needed: send "Authorization: DPoP <assertion>"'],
  'assertion.invalid': [401, 'The assertion is not one of the login service for this store'],
  'assertion.stale': [401, 'The assertion is too old: ask for a new one'],
  'assertion.used': [401, 'The assertion was used before: ask for a new one'],
  'session.stale': [401, 'Too long ago that somebody signed in: sign in again'],
  'proof.missing': [401, 'The proof of the key is needed: send "DPoP: <proof>"'],
  'proof.invalid': [401, 'The proof is not one by the key of the assertion for this request'],
  'proof.stale': [401, 'The time of the proof is too far off'],
  'proof.used': [401, 'The proof was used before: sign a new one'],

  'share.exists': [409, 'There is another share of this wallet already'],
  'share.deleting': [409, 'This wallet is being deleted; "keep" calls that off'],
  'deletion.notBegun': [409, 'The deletion of this wallet was not begun at the login service'],
  'deletion.calledOff': [409, 'This deletion was called off: ask login for a new assertion'],
  'share.unknown': [404, 'There is no share of this wallet'],
  'rotation.pending': [409, 'Shares of this wallet are being replaced by somebody else'],
  'rotation.unknown': [409, 'These shares were not prepared'],

  'link.needed': [403, 'This store mails a link first, which has to be followed'],
  'device.unconfirmed': [
    403,
    'This wallet does not know this device: a known device has to confirm it, or the wait has to pass',
  ],
  'device.notNeeded': [409, 'Devices of this wallet are confirmed by a mailed link'],
  'device.over': [404, 'There is no such request, or it was decided before'],
  'link.notNeeded': [409, 'This wallet has no address that a link could be mailed to'],
  'link.over': [400, 'The link was used or is too old: ask for a new one'],
  'link.tooOften': [429, 'This wallet gets no more links at present; "Retry-After" says when'],
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
