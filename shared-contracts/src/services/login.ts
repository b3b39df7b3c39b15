import {
  array,
  boolean,
  check,
  type InferOutput,
  integer,
  length,
  literal,
  maxLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
  trim,
  uuid,
  variant,
} from 'valibot'
import { LABEL_MAX, RESULT_URI_MAX, someTextUpTo, textUpTo } from '../embeddedWallet/bounds.ts'
import { EmailText } from '../embeddedWallet/email.ts'
import { CODE_LENGTH } from '../embeddedWallet/oneTimeCodes.ts'
import { REDIRECT_PROVIDERS } from '../embeddedWallet/requests/social.ts'
import { WebAddressText } from './wireText.ts'

/**
 * Sign-in for the embedded wallet's frame. Only the secure site calls it, identified by its origin; secrets go in
 * bodies and headers, never in a URL.
 */
export const LOGIN_PATH = '/login/v1'
/** Requests a code by mail. `projectId` is in the query. */
export const LOGIN_CODES_PATH = `${LOGIN_PATH}/codes`
export const LOGIN_CODES_CHECK_PATH = `${LOGIN_PATH}/codes/check`
export const LOGIN_SESSION_PATH = `${LOGIN_PATH}/session`
export const LOGIN_SESSION_ROTATE_PATH = `${LOGIN_PATH}/session/rotate`
export const LOGIN_SESSION_END_PATH = `${LOGIN_PATH}/session/end`
/** Deletes the wallet's owner here, in two steps: see `IdentityDeleteRequest`. */
export const LOGIN_IDENTITY_DELETE_PATH = `${LOGIN_PATH}/identity/delete`
/** Cancels a deletion, once both stores have done so. */
export const LOGIN_IDENTITY_KEEP_PATH = `${LOGIN_PATH}/identity/keep`
export const LOGIN_EMAIL_PATH = `${LOGIN_PATH}/email`
export const LOGIN_EMAIL_CHECK_PATH = `${LOGIN_PATH}/email/check`
export const LOGIN_ASSERTIONS_PATH = `${LOGIN_PATH}/assertions`
/** A JSON Web Key Set (RFC 7517) for verifying assertions. */
export const LOGIN_KEYS_PATH = `${LOGIN_PATH}/keys`

/**
 * The target of the recovery store's link, on the secure site. Its secret is in the fragment, which no server sees:
 * `#recovery=…`.
 */
export const DEVICE_PAGE_PATH = '/device'

/** A bearer secret: 256 bits, base64url. */
const Secret = pipe(string(), regex(/^[\w-]{43}$/, 'must be 43 characters of base64url'))

/** RFC 7638 with SHA-256, of the frame's non-exportable P-256 key. */
export const KeyThumbprint = pipe(string(), regex(/^[\w-]{43}$/, 'must be a thumbprint of a key'))

const Uuid = pipe(string(), uuid('must be a uuid'))
/** Milliseconds since 1970. */
const Moment = pipe(number(), integer(), minValue(0))

const PageOrigin = pipe(
  string(),
  check((text) => {
    if (!URL.canParse(text)) return false
    const { origin, protocol } = new URL(text)
    return /^https?:$/.test(protocol) && origin === text
  }, 'must be the origin of a page'),
)

export const CodeText = pipe(
  string(),
  trim(),
  length(CODE_LENGTH, `must be ${CODE_LENGTH} digits`),
  regex(/^\d+$/, `must be ${CODE_LENGTH} digits`),
)

export const LoginCodeRequest = object({
  email: EmailText,
  /** The page that embeds the frame, one of the project's. The mail names its host. */
  page: PageOrigin,
  keyThumbprint: KeyThumbprint,
})
/** The same answer for addresses with and without a wallet, on every device: a code was mailed. */
export const LoginCodeAnswer = object({
  /** Identifies the attempt: only its initiator can continue it. */
  attempt: Secret,
})

/** How a user is identified; a wallet belongs to one provider and the identity there. */
export const LOGIN_PROVIDERS = ['email', ...REDIRECT_PROVIDERS, 'farcaster'] as const
export const LoginProvider = picklist(LOGIN_PROVIDERS)

const LoginSession = object({
  /** The wallet's; it stays when the address changes. */
  subject: Uuid,
  provider: LoginProvider,
  /** As typed at sign-up. For a provider's account: the address that the provider confirmed, for display only. */
  email: nullable(EmailText),
  /** The name of the provider's account, for display. */
  userName: nullable(textUpTo(LABEL_MAX)),
  expiresAtMs: Moment,
  /** A deletion was begun or done. Signing in keeps the wallet: call `keep` at the stores first, then at login. */
  isBeingDeleted: optional(boolean(), false),
})
export const LoginSessionAnswer = LoginSession

const OpenedSession = object({ ...LoginSession.entries, token: Secret })
/** The previous token becomes invalid, after a short grace period for calls in flight. */
export const LoginRotateAnswer = OpenedSession
/** Ends this device's session, or all; `keepThis`: all but the caller's. */
export const LoginEndRequest = object({
  everywhere: optional(boolean(), false),
  keepThis: optional(boolean(), false),
})

/** Signing in during these days keeps a deleted wallet; then it is gone for good. */
export const DELETION_GRACE_DAYS = 7

/**
 * `begin` ends all other sessions and mails a warning; neither store accepts a deletion before that. `finish` follows
 * once both have: the user is signed out, and the grace period starts.
 */
export const IdentityDeleteRequest = strictObject({
  /** The wallet's owner. A session of another owner deletes nothing. */
  subject: Uuid,
  step: picklist(['begin', 'finish']),
})

/** The other outcomes for a typed code. */
const refusals = [
  object({ outcome: literal('wrong'), triesLeft: pipe(number(), integer(), minValue(0)) }),
  object({ outcome: literal('usedUp') }),
  object({ outcome: literal('expired') }),
] as const

export const LoginCheckRequest = object({ attempt: Secret, code: CodeText })
export const LoginCheckAnswer = variant('outcome', [
  object({
    outcome: literal('accepted'),
    /** There was no wallet before. */
    isNew: boolean(),
    session: OpenedSession,
  }),
  ...refusals,
])

export const EmailChangeRequest = object({ email: EmailText, page: PageOrigin })
/** The previous address is confirmed first, then the new one. */
export const EmailChangeAnswer = object({ attempt: Secret, next: literal('primary') })
export const EmailCheckAnswer = variant('outcome', [
  /** A code was sent to the new address. */
  object({ outcome: literal('primaryAccepted') }),
  object({ outcome: literal('changed'), email: EmailText }),
  /** The new address already has a wallet. Safe to reveal: the typed code proves access to its mail. */
  object({ outcome: literal('taken') }),
  ...refusals,
])

/** Requests a provider's page: OAuth 2.0 with PKCE (RFC 7636). `projectId` is in the query. */
export const LOGIN_SOCIAL_START_PATH = `${LOGIN_PATH}/social/start`
/** For `/back`, the secure site's page that providers return to: which page waits for the answer. */
export const LOGIN_SOCIAL_LOOK_PATH = `${LOGIN_PATH}/social/look`
export const LOGIN_SOCIAL_FINISH_PATH = `${LOGIN_PATH}/social/finish`

/** The path on the secure site that providers return to. */
export const SOCIAL_BACK_PATH = '/back'

export const SocialStartRequest = object({
  provider: picklist(REDIRECT_PROVIDERS),
  page: PageOrigin,
  keyThumbprint: KeyThumbprint,
})
/** `url` is the provider's. Its `state` identifies the attempt to the provider and is not the frame's secret. */
export const SocialStartAnswer = object({
  attempt: Secret,
  url: pipe(WebAddressText, maxLength(RESULT_URI_MAX)),
  /** The operator allows returning to this page with the provider's answer in the URL, as for mini apps. */
  canLeadBack: optional(boolean(), false),
})

/**
 * The `state` of a provider's answer. A Telegram mini app appends `--<address>` (secure-frame.md §10.4), which is not
 * sent.
 */
const State = pipe(string(), regex(/^[\w-]{43}$/, 'must be a state that was handed out'))
export const SocialLookRequest = object({ state: State })
/** `page` null: no page waits for it, or no longer. `canLeadBack` as at the start. */
export const SocialLookAnswer = object({ page: nullable(PageOrigin), canLeadBack: optional(boolean(), false) })

export const SocialFinishRequest = object({
  attempt: Secret,
  state: State,
  /** The provider's code; an `error` instead means that the visitor declined there. */
  code: someTextUpTo(RESULT_URI_MAX),
  /** Apple sends the name once, at the first sign-in, as JSON beside the code. */
  user: optional(textUpTo(RESULT_URI_MAX)),
})
export const SocialFinishAnswer = variant('outcome', [
  object({ outcome: literal('accepted'), isNew: boolean(), session: OpenedSession }),
  /** The provider does not confirm it, or its answer does not belong to this attempt. */
  object({ outcome: literal('refused') }),
  /** The provider is unavailable. */
  object({ outcome: literal('unavailable') }),
])

/** Farcaster, through a relay that the login service calls (FIP-11). */
export const LOGIN_FARCASTER_START_PATH = `${LOGIN_PATH}/farcaster/start`
/** Polled while the visitor is on the phone. */
export const LOGIN_FARCASTER_WAIT_PATH = `${LOGIN_PATH}/farcaster/wait`

export const FarcasterStartRequest = object({ page: PageOrigin, keyThumbprint: KeyThumbprint })
/** `url`: for a phone with the app. */
export const FarcasterStartAnswer = object({ attempt: Secret, url: pipe(WebAddressText, maxLength(RESULT_URI_MAX)) })
export const FarcasterWaitRequest = object({ attempt: Secret })
export const FarcasterWaitAnswer = variant('outcome', [
  object({ outcome: literal('waiting') }),
  object({ outcome: literal('accepted'), isNew: boolean(), session: OpenedSession }),
  /** No approval in time, or one signed by an unauthorized key. */
  object({ outcome: literal('refused') }),
  object({ outcome: literal('unavailable') }),
])

/** Each store keeps one share. */
export const SHARE_STORES = ['auth', 'recovery'] as const
export const ShareStore = picklist(SHARE_STORES)
export type ShareStore = (typeof SHARE_STORES)[number]

export const LOGIN_ISSUER = 'portico-login'
/** An assertion for one store is invalid at the other. */
export const shareAudience = (store: ShareStore) => `portico-shares-${store}` as const

export const ASSERTION_LIFETIME_S = 120
/** The `typ` of its header (RFC 8725 §3.11). */
export const ASSERTION_TYPE = 'share-assertion+jwt'

/** A page's host with its port: `shop.example`. Nothing else is valid, so a caller cannot put words into a mail. */
export const HostText = pipe(string(), maxLength(255), regex(/^[\w.:[\]-]+$/, 'must be a host'))

export const AssertionRequest = object({ store: ShareStore })
export const AssertionAnswer = object({ assertion: string(), expiresAtMs: Moment })

/** Login's assertion about a session for a store: ES256, RFC 7519 and RFC 7800. */
export const AssertionClaims = object({
  iss: literal(LOGIN_ISSUER),
  aud: picklist(SHARE_STORES.map(shareAudience)),
  sub: Uuid,
  /** Single use; the store remembers it until `exp`. */
  jti: Uuid,
  iat: pipe(number(), integer()),
  exp: pipe(number(), integer()),
  /** When the code was typed, in Unix seconds. */
  auth_time: pipe(number(), integer()),
  /** RFC 8176 */
  amr: array(string()),
  /** The key that the store must see a proof of. */
  cnf: object({ jkt: KeyThumbprint }),
  /** A deletion of this wallet was begun, as its owner's mail states. */
  deleting: optional(literal(true)),
  /** The page of the sign-in, one of a project's. The recovery store's mail names it. */
  host: optional(HostText),
})

export const LoginKeys = object({
  keys: array(
    object({
      kty: literal('EC'),
      crv: literal('P-256'),
      x: string(),
      y: string(),
      kid: string(),
      alg: literal('ES256'),
      use: literal('sig'),
    }),
  ),
})

export type LoginProvider = InferOutput<typeof LoginProvider>
export type LoginCodeRequest = InferOutput<typeof LoginCodeRequest>
export type LoginCheckRequest = InferOutput<typeof LoginCheckRequest>
export type EmailChangeRequest = InferOutput<typeof EmailChangeRequest>
export type LoginEndRequest = InferOutput<typeof LoginEndRequest>
export type IdentityDeleteRequest = InferOutput<typeof IdentityDeleteRequest>
export type LoginCodeAnswer = InferOutput<typeof LoginCodeAnswer>
export type LoginSessionAnswer = InferOutput<typeof LoginSessionAnswer>
export type LoginRotateAnswer = InferOutput<typeof LoginRotateAnswer>
export type LoginCheckAnswer = InferOutput<typeof LoginCheckAnswer>
export type EmailChangeAnswer = InferOutput<typeof EmailChangeAnswer>
export type EmailCheckAnswer = InferOutput<typeof EmailCheckAnswer>
export type AssertionAnswer = InferOutput<typeof AssertionAnswer>
export type AssertionClaims = InferOutput<typeof AssertionClaims>
export type LoginKeys = InferOutput<typeof LoginKeys>
export type SocialStartRequest = InferOutput<typeof SocialStartRequest>
export type SocialStartAnswer = InferOutput<typeof SocialStartAnswer>
export type SocialLookAnswer = InferOutput<typeof SocialLookAnswer>
export type SocialFinishRequest = InferOutput<typeof SocialFinishRequest>
export type SocialFinishAnswer = InferOutput<typeof SocialFinishAnswer>
export type FarcasterStartRequest = InferOutput<typeof FarcasterStartRequest>
export type FarcasterStartAnswer = InferOutput<typeof FarcasterStartAnswer>
export type FarcasterWaitAnswer = InferOutput<typeof FarcasterWaitAnswer>
export type OpenedSession = InferOutput<typeof OpenedSession>
