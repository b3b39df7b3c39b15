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
 * The wire format of a share store (docs/threat-model.md). There are two such services. Each keeps one of the three
 * shares of a wallet's seed, and releases it only to a freshly authenticated session.
 */
export const SHARES_PATH = '/shares'
export const SHARES_RELEASE_PATH = `${SHARES_PATH}/release`
export const SHARES_ROTATE_PATH = `${SHARES_PATH}/rotate`
/** Cancels a deletion. */
export const SHARES_KEEP_PATH = `${SHARES_PATH}/keep`
/** Recovery store only: requests a link, which the store mails itself. */
export const SHARES_LINKS_PATH = `${SHARES_PATH}/links`
/** Returns the state of the link. */
export const SHARES_LINKS_LOOK_PATH = `${SHARES_LINKS_PATH}/look`
export const SHARES_LINKS_CONFIRM_PATH = `${SHARES_LINKS_PATH}/confirm`
export const SHARES_LINKS_REFUSE_PATH = `${SHARES_LINKS_PATH}/refuse`

/** Recovery store only, for wallets without an e-mail address: requests that an unknown device be confirmed. */
export const SHARES_DEVICES_PATH = `${SHARES_PATH}/devices`
/** Returns the state of the device's request. */
export const SHARES_DEVICES_LOOK_PATH = `${SHARES_DEVICES_PATH}/look`
/** Lists the requests that a known device can decide. */
export const SHARES_DEVICES_LIST_PATH = `${SHARES_DEVICES_PATH}/list`
export const SHARES_DEVICES_DECIDE_PATH = `${SHARES_DEVICES_PATH}/decide`

/** The scheme of login's single-use assertion for one store: `Authorization: DPoP <assertion>` (RFC 9449 §7.1). */
export const ASSERTION_SCHEME = 'DPoP'

/** The header with the proof of possession of the assertion's key (RFC 9449 §4). A proof is for a single use. */
export const PROOF_HEADER = 'DPoP'
export const PROOF_TYPE = 'dpop+jwt'

/** 256 bits in base64url, such as a SHA-256 hash. */
const Sha256Text = pipe(string(), regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url'))
/** A random id of at least 96 bits. */
const UniqueId = pipe(string(), minLength(16), maxLength(128))
/** Unix seconds. */
const Moment = pipe(number(), integer())

/** The proof that the frame signs for each request. */
export const ShareProof = object({
  /** The HTTP method, such as `PUT`. */
  htm: string(),
  /** Only the path, such as `/shares/release`: the assertion already names the store. */
  htu: string(),
  iat: Moment,
  jti: UniqueId,
  /** The SHA-256 hash of the assertion that is sent with the proof. */
  ath: Sha256Text,
})

/** A share in base64url, which the store cannot read. */
const ShareText = pipe(
  string(),
  minLength(22, 'is too short'),
  maxLength(512, 'is too long'),
  regex(/^[\w-]+$/, 'must be base64url'),
)
/** The id of a split, which the frame generates. Only shares of the same split, which all have its id, fit together. */
const SplitId = pipe(string(), uuid('must be a uuid'), toLowerCase())
/** The address for the recovery store's links, kept encrypted. `null` when the user signed up without an address. */
const MailAddress = nullable(EmailText)

/** The body of `PUT /shares`: a wallet's first share. Sending it again changes nothing; any other is rejected. */
export const SharePutRequest = strictObject({
  splitId: SplitId,
  share: ShareText,
  /** Recovery store only. */
  email: optional(MailAddress),
})

/**
 * The body of `PUT /shares/rotate`. Shares are replaced in two steps: `prepare` at both stores, then `commit` at both.
 * If this is interrupted at any point, both stores still have shares of the same split, as current or as next.
 */
export const ShareRotateRequest = variant('step', [
  strictObject({
    step: literal('prepare'),
    splitId: SplitId,
    share: ShareText,
    /** Takes effect on commit. When absent, the address stays as it is. */
    email: optional(MailAddress),
  }),
  strictObject({ step: literal('commit'), splitId: SplitId }),
  strictObject({ step: literal('abandon'), splitId: SplitId }),
])

/** The answer of `PUT /shares` and of `PUT /shares/rotate`: the ids of the stored splits. */
export const ShareState = object({ current: SplitId, next: nullable(SplitId) })

const KeptShare = object({ splitId: SplitId, share: ShareText })
/**
 * The answer of `POST /shares/release`. `next` is present while shares are being replaced, or after an interruption.
 * `current` is null when the wallet has no shares yet, which is normal, because every sign-up asks first.
 */
export const ShareReleaseAnswer = object({ current: nullable(KeptShare), next: nullable(KeptShare) })

/**
 * The answer of `DELETE /shares`, with zero when there was nothing to delete. The shares are unavailable at once, and
 * after some days they are gone for good, unless `POST /shares/keep` comes first. Both calls need a fresh sign-in.
 * After a `keep`, the login service's earlier assertions of a deletion are void: `deletion.calledOff`.
 */
export const ShareDeleteAnswer = object({ deleted: pipe(number(), integer()) })
/** The answer of `POST /shares/keep`, with zero when nothing was being deleted. */
export const ShareKeepAnswer = object({ kept: pipe(number(), integer()) })

/** The answer of `POST /shares/links`: a link was mailed. It is for the key that made the request. */
export const ShareLinkAnswer = object({ expiresInS: pipe(number(), integer()) })
/** The token in the link. */
const LinkToken = pipe(string(), regex(/^[\w-]{43}$/, 'must be the token of a link'))
/**
 * The answer of `POST /shares/links/look`, for the key that requested a link. `open`: no link is needed, or none any
 * more. `waiting`: the link has not been confirmed yet, or none was requested. `refused`: the owner refused.
 */
export const ShareLinkState = object({ state: picklist(['open', 'waiting', 'refused']) })
/** The body of `POST /shares/links/confirm` and of `…/refuse`. Anyone with the link can send it; no more is needed. */
export const ShareLinkConfirmRequest = strictObject({ token: LinkToken })
export const ShareLinkConfirmAnswer = object({ expiresInS: pipe(number(), integer()) })

/**
 * The answer of `POST /shares/devices` and of `…/look`, for the key of the unknown device. `open`: the store accepts
 * its requests. `waiting`: until a known device confirms it, or until `opensAt` (Unix seconds). `refused`: for good.
 */
export const ShareDeviceState = object({ state: picklist(['open', 'waiting', 'refused']), opensAt: nullable(Moment) })
/** The answer of `POST /shares/devices/list`: the requests a known key can decide, oldest first; none for others. */
export const ShareDeviceList = object({
  devices: array(
    object({
      /** The thumbprint of the key that made the request. */
      key: Sha256Text,
      /** The host of the page for which the user signed in. */
      host: nullable(string()),
      /** Unix seconds. */
      askedAt: Moment,
      /** When the key is admitted if no one refuses it, in Unix seconds. */
      opensAt: Moment,
    }),
  ),
})
/** The body of `POST /shares/devices/decide`, which only a known key can send. */
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
