import {
  array,
  type InferOutput,
  integer,
  literal,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
  toLowerCase,
  uuid,
  variant,
} from 'valibot'
import { EmailText } from '../embeddedWallet/email.ts'

/**
 * The wire of a share store (docs/threat-model.md): one of two services that each keep one of three shares of a wallet's
 * seed, and hand it out to a session that has just been authenticated.
 */
export const SHARES_PATH = '/shares'
export const SHARES_RELEASE_PATH = `${SHARES_PATH}/release`
export const SHARES_ROTATE_PATH = `${SHARES_PATH}/rotate`
/** Calls a deletion off. */
export const SHARES_KEEP_PATH = `${SHARES_PATH}/keep`
/** Of the recovery store only: a link that it mails itself. */
export const SHARES_LINKS_PATH = `${SHARES_PATH}/links`
/** What became of the link. */
export const SHARES_LINKS_LOOK_PATH = `${SHARES_LINKS_PATH}/look`
export const SHARES_LINKS_CONFIRM_PATH = `${SHARES_LINKS_PATH}/confirm`
export const SHARES_LINKS_REFUSE_PATH = `${SHARES_LINKS_PATH}/refuse`

/** Of the recovery store only, for wallets without an address: a device that the wallet does not know asks to be confirmed. */
export const SHARES_DEVICES_PATH = `${SHARES_PATH}/devices`
/** What became of that. */
export const SHARES_DEVICES_LOOK_PATH = `${SHARES_DEVICES_PATH}/look`
/** The requests that a known device may decide. */
export const SHARES_DEVICES_LIST_PATH = `${SHARES_DEVICES_PATH}/list`
export const SHARES_DEVICES_DECIDE_PATH = `${SHARES_DEVICES_PATH}/decide`

/** What the login service says to one store comes as `Authorization: DPoP <assertion>` (RFC 9449 §7.1). Used once. */
export const ASSERTION_SCHEME = 'DPoP'

/** The proof that the key of the assertion is there, in a header of this name (RFC 9449 §4). Used once. */
export const PROOF_HEADER = 'DPoP'
export const PROOF_TYPE = 'dpop+jwt'

/** 256 bits as base64url, as SHA-256 makes them. */
const Sha256Text = pipe(string(), regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url'))
/** Chance makes it: 96 bits at least. */
const UniqueId = pipe(string(), minLength(16), maxLength(128))
/** Unix seconds. */
const Moment = pipe(number(), integer())

/** What the frame signs for each request. */
export const ShareProof = object({
  /** The method: `PUT`. */
  htm: string(),
  /** The path alone, `/shares/release`: the assertion says which store it is for. */
  htu: string(),
  iat: Moment,
  jti: UniqueId,
  /** SHA-256 of the assertion that comes along. */
  ath: Sha256Text,
})

/** A share as base64url. What it looks like inside is the frame's business. */
const ShareText = pipe(
  string(),
  minLength(22, 'is too short'),
  maxLength(512, 'is too long'),
  regex(/^[\w-]+$/, 'must be base64url'),
)
/** Shares that were split together have the same id: only they fit together. The frame makes it. */
const SplitId = pipe(string(), uuid('must be a uuid'), toLowerCase())
/** Where the recovery store mails its link to; it keeps the address encrypted. `null` for who signed up without one. */
const MailAddress = nullable(EmailText)

/** `PUT /shares`: the first one of a wallet. Said again, it changes nothing; another one is refused. */
export const SharePutRequest = strictObject({
  splitId: SplitId,
  share: ShareText,
  /** For the recovery store only. */
  email: optional(MailAddress),
})

/**
 * `PUT /shares/rotate`. Shares are replaced in two steps, at both stores each: `prepare` both, then `commit` both. Wherever
 * that ends, both hold shares of one split, as current or as next.
 */
export const ShareRotateRequest = variant('step', [
  strictObject({
    step: literal('prepare'),
    splitId: SplitId,
    share: ShareText,
    /** From the commit on; left out, it stays as it is. */
    email: optional(MailAddress),
  }),
  strictObject({ step: literal('commit'), splitId: SplitId }),
  strictObject({ step: literal('abandon'), splitId: SplitId }),
])

/** What `PUT /shares` and `PUT /shares/rotate` answer: what is kept now. */
export const ShareState = object({ current: SplitId, next: nullable(SplitId) })

const KeptShare = object({ splitId: SplitId, share: ShareText })
/**
 * `POST /shares/release`. `next` is there while shares are being replaced, or after that was interrupted. Nothing is kept of a
 * wallet that has just been thought of: `current` is null then, as every sign-up asks, and that is no error.
 */
export const ShareReleaseAnswer = object({ current: nullable(KeptShare), next: nullable(KeptShare) })

/**
 * `DELETE /shares`; zero when there was nothing to delete. Nobody gets these shares any more, and after some days they are gone
 * for good, unless `POST /shares/keep` comes first. Both want somebody who has just signed in. What login had said of a deletion
 * when it spoke for `keep` counts no longer: `deletion.calledOff`.
 */
export const ShareDeleteAnswer = object({ deleted: pipe(number(), integer()) })
/** `POST /shares/keep`; zero when nothing was being deleted. */
export const ShareKeepAnswer = object({ kept: pipe(number(), integer()) })

/** `POST /shares/links`: a link is on its way, for the key that asked. */
export const ShareLinkAnswer = object({ expiresInS: pipe(number(), integer()) })
/** What is in the link. */
const LinkToken = pipe(string(), regex(/^[\w-]{43}$/, 'must be the token of a link'))
/**
 * `POST /shares/links/look`, by the key that has asked for a link: what became of it. `open`: nothing has to be followed (any
 * longer); `waiting`: nobody has pressed yet, or none was asked for; `refused`: its owner has said no.
 */
export const ShareLinkState = object({ state: picklist(['open', 'waiting', 'refused']) })
/** `POST /shares/links/confirm` and `…/refuse`, by whoever has the link and nothing else. */
export const ShareLinkConfirmRequest = strictObject({ token: LinkToken })
export const ShareLinkConfirmAnswer = object({ expiresInS: pipe(number(), integer()) })

/**
 * `POST /shares/devices` and `…/look`, by the key that wants to be known. `open`: the store does what it is asked for;
 * `waiting`: a known device has to confirm it, or `opensAt` (Unix seconds) has to come; `refused`: never.
 */
export const ShareDeviceState = object({ state: picklist(['open', 'waiting', 'refused']), opensAt: nullable(Moment) })
/** `POST /shares/devices/list`: what a known key may decide, the oldest first. Empty for everybody else. */
export const ShareDeviceList = object({
  devices: array(
    object({
      /** The thumbprint of the key that asks. */
      key: Sha256Text,
      /** Of the page that somebody signed in on. */
      host: nullable(string()),
      /** Unix seconds. */
      askedAt: Moment,
      /** Unix seconds: from then on it is let in unless it is refused. */
      opensAt: Moment,
    }),
  ),
})
/** `POST /shares/devices/decide`, by a known key. */
export const ShareDeviceDecision = strictObject({ key: Sha256Text, meant: picklist(['confirm', 'refuse']) })
export const ShareDeviceDecided = object({})

export type ShareDeviceState = InferOutput<typeof ShareDeviceState>
export type ShareDeviceList = InferOutput<typeof ShareDeviceList>
export type ShareDeviceDecision = InferOutput<typeof ShareDeviceDecision>
export type ShareProof = InferOutput<typeof ShareProof>
export type SharePutRequest = InferOutput<typeof SharePutRequest>
export type ShareRotateRequest = InferOutput<typeof ShareRotateRequest>
export type ShareDeleteAnswer = InferOutput<typeof ShareDeleteAnswer>
export type ShareKeepAnswer = InferOutput<typeof ShareKeepAnswer>
export type ShareLinkState = InferOutput<typeof ShareLinkState>
export type ShareState = InferOutput<typeof ShareState>
export type ShareReleaseAnswer = InferOutput<typeof ShareReleaseAnswer>
