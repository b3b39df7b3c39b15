import type { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The refusals of a share store. No message repeats anything of the request. */
const catalogue = {
  'origin.foreign': { status: 403, message: 'Only the secure site may ask here' },

  'assertion.missing': { status: 401, message: 'An assertion is needed: send "Authorization: DPoP <assertion>"' },
  'assertion.invalid': { status: 401, message: 'The assertion is not one of the login service for this store' },
  'assertion.stale': { status: 401, message: 'The assertion is too old: ask for a new one' },
  'assertion.used': { status: 401, message: 'The assertion was used before: ask for a new one' },
  'session.stale': { status: 401, message: 'Too long ago that somebody signed in: sign in again' },
  'proof.missing': { status: 401, message: 'The proof of the key is needed: send "DPoP: <proof>"' },
  'proof.invalid': { status: 401, message: 'The proof is not one by the key of the assertion for this request' },
  'proof.stale': { status: 401, message: 'The time of the proof is too far off' },
  'proof.used': { status: 401, message: 'The proof was used before: sign a new one' },

  'share.exists': { status: 409, message: 'There is another share of this wallet already' },
  'share.deleting': { status: 409, message: 'This wallet is being deleted; "keep" calls that off' },
  'deletion.notBegun': { status: 409, message: 'The deletion of this wallet was not begun at the login service' },
  'deletion.calledOff': { status: 409, message: 'This deletion was called off: ask login for a new assertion' },
  'share.unknown': { status: 404, message: 'There is no share of this wallet' },
  'rotation.pending': { status: 409, message: 'Shares of this wallet are being replaced by somebody else' },
  'rotation.unknown': { status: 409, message: 'These shares were not prepared' },

  'link.needed': { status: 403, message: 'This store mails a link first, which has to be followed' },
  'device.unconfirmed': {
    status: 403,
    message: 'This wallet does not know this device: a known device has to confirm it, or the wait has to pass',
  },
  'device.notNeeded': { status: 409, message: 'Devices of this wallet are confirmed by a mailed link' },
  'device.over': { status: 404, message: 'There is no such request, or it was decided before' },
  'link.notNeeded': { status: 409, message: 'This wallet has no address that a link could be mailed to' },
  'link.over': { status: 400, message: 'The link was used or is too old: ask for a new one' },
  'link.tooOften': { status: 429, message: 'This wallet gets no more links at present; "Retry-After" says when' },
} as const satisfies Record<string, { readonly status: ContentfulStatusCode; readonly message: string }>

export type ShareErrorCode = keyof typeof catalogue

/** A refusal, with the error body common to all services. */
export class ShareError extends Error {
  override readonly name = 'ShareError'

  /** @param retryAfterS seconds until the next attempt */
  constructor(
    readonly code: ShareErrorCode,
    readonly retryAfterS?: number,
  ) {
    super(catalogue[code].message)
  }

  get status(): ContentfulStatusCode {
    return catalogue[this.code].status
  }

  get body(): ServiceErrorBody {
    return { error: { code: this.code, message: this.message } }
  }
}
