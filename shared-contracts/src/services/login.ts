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
 * Sign-in for the embedded wallet's frame. Only the secure site calls this, and is identified by its origin. Secrets
 * are sent in bodies and headers, never in a URL.
 */
export const LOGIN_PATH = '/login/v1'
/** Requests a code by mail. `projectId` is in the query. */
export const LOGIN_CODES_PATH = `${LOGIN_PATH}/codes`
export const LOGIN_CODES_CHECK_PATH = `${LOGIN_PATH}/codes/check`
export const LOGIN_SESSION_PATH = `${LOGIN_PATH}/session`
export const LOGIN_SESSION_ROTATE_PATH = `${LOGIN_PATH}/session/rotate`
export const LOGIN_SESSION_END_PATH = `${LOGIN_PATH}/session/end`
/** Deletes a wallet's owner at the login service, in two steps: see `IdentityDeleteRequest`. */
export const LOGIN_IDENTITY_DELETE_PATH = `${LOGIN_PATH}/identity/delete`
/** Cancels a deletion, after both stores have canceled it. */
export const LOGIN_IDENTITY_KEEP_PATH = `${LOGIN_PATH}/identity/keep`
export const LOGIN_EMAIL_PATH = `${LOGIN_PATH}/email`
export const LOGIN_EMAIL_CHECK_PATH = `${LOGIN_PATH}/email/check`
export const LOGIN_ASSERTIONS_PATH = `${LOGIN_PATH}/assertions`
/** Returns a JSON Web Key Set (RFC 7517) for verifying assertions. */
export const LOGIN_KEYS_PATH = `${LOGIN_PATH}/keys`

/** The secure site's page for the recovery store's link. No server sees its secret, in the fragment `#recovery=…`. */
export const DEVICE_PAGE_PATH = '/device'

/** A bearer secret of 256 bits, in base64url. */
const Secret = pipe(string(), regex(/^[\w-]{43}$/, 'must be 43 characters of base64url'))

/** The thumbprint (RFC 7638, with SHA-256) of the frame's P-256 key, which cannot be exported. */
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
  /** The origin of the page that embeds the frame; it must be one of the project's origins. The mail names its host. */
  page: PageOrigin,
  keyThumbprint: KeyThumbprint,
})
/** A code was mailed. The answer is the same on every device, and whether or not the address has a wallet. */
export const LoginCodeAnswer = object({
  /** Identifies the attempt. Only whoever began the attempt can continue it. */
  attempt: Secret,
})

/** The ways to identify a user. A wallet belongs to one provider, and to one identity there. */
export const LOGIN_PROVIDERS = ['email', ...REDIRECT_PROVIDERS, 'farcaster'] as const
export const LoginProvider = picklist(LOGIN_PROVIDERS)

const LoginSession = object({
  /** The id of the wallet's owner. It stays the same when the address changes. */
  subject: Uuid,
  provider: LoginProvider,
  /** The address as typed at sign-up. With another provider, the address it confirmed, which is only displayed. */
  email: nullable(EmailText),
  /** The name of the account at the provider, which is only displayed. */
  userName: nullable(textUpTo(LABEL_MAX)),
  expiresAtMs: Moment,
  /** True if a deletion has begun or is done. A sign-in keeps the wallet: call `keep` at the stores, then at login. */
  isBeingDeleted: optional(boolean(), false),
})
export const LoginSessionAnswer = LoginSession

const OpenedSession = object({ ...LoginSession.entries, token: Secret })
/** The previous token becomes invalid after a short time, so that calls in flight still succeed. */
export const LoginRotateAnswer = OpenedSession
/** Ends the session on this device, or all sessions with `everywhere`. `keepThis` spares the caller's own session. */
export const LoginEndRequest = object({
  everywhere: optional(boolean(), false),
  keepThis: optional(boolean(), false),
})

/** For this many days, signing in keeps a deleted wallet. After that, it is gone for good. */
export const DELETION_GRACE_DAYS = 7

/**
 * `begin` ends all other sessions and mails a warning. Neither store accepts a deletion before that. `finish` comes
 * after both stores have accepted it: the user is signed out, and the grace period starts.
 */
export const IdentityDeleteRequest = strictObject({
  /** The id of the wallet's owner. A session of another owner deletes nothing. */
  subject: Uuid,
  step: picklist(['begin', 'finish']),
})

/** The outcomes for a code that is not accepted. */
const refusals = [
  object({ outcome: literal('wrong'), triesLeft: pipe(number(), integer(), minValue(0)) }),
  object({ outcome: literal('usedUp') }),
  object({ outcome: literal('expired') }),
] as const

export const LoginCheckRequest = object({ attempt: Secret, code: CodeText })
export const LoginCheckAnswer = variant('outcome', [
  object({
    outcome: literal('accepted'),
    /** True when there was no wallet before. */
    isNew: boolean(),
    session: OpenedSession,
  }),
  ...refusals,
])

export const EmailChangeRequest = object({ email: EmailText, page: PageOrigin })
/** The code for the previous address is needed first, then the one for the new address. */
export const EmailChangeAnswer = object({ attempt: Secret, next: literal('primary') })
export const EmailCheckAnswer = variant('outcome', [
  /** The code was right, and another one was sent to the new address. */
  object({ outcome: literal('primaryAccepted') }),
  object({ outcome: literal('changed'), email: EmailText }),
  /** The new address already has a wallet. It is safe to reveal this, because the code proves access to its mail. */
  object({ outcome: literal('taken') }),
  ...refusals,
])

/** Requests the URL of a provider's page: OAuth 2.0 with PKCE (RFC 7636). `projectId` is in the query. */
export const LOGIN_SOCIAL_START_PATH = `${LOGIN_PATH}/social/start`
/** Tells `/back`, the secure site's page to which providers return, which page waits for the answer. */
export const LOGIN_SOCIAL_LOOK_PATH = `${LOGIN_PATH}/social/look`
export const LOGIN_SOCIAL_FINISH_PATH = `${LOGIN_PATH}/social/finish`

/** The path on the secure site to which providers return. */
export const SOCIAL_BACK_PATH = '/back'

export const SocialStartRequest = object({
  provider: picklist(REDIRECT_PROVIDERS),
  page: PageOrigin,
  keyThumbprint: KeyThumbprint,
})
/** `url` is the provider's page. Its `state` identifies the attempt to the provider, and is not the frame's secret. */
export const SocialStartAnswer = object({
  attempt: Secret,
  url: pipe(WebAddressText, maxLength(RESULT_URI_MAX)),
  /** True when the operator allows returning to this page with the provider's answer in the URL, as for a mini app. */
  canLeadBack: optional(boolean(), false),
})

/** The provider's `state`, without the `--<address>` that a Telegram mini app appends (secure-frame.md §10.4). */
const State = pipe(string(), regex(/^[\w-]{43}$/, 'must be a state that was handed out'))
export const SocialLookRequest = object({ state: State })
/** `page` is null if no page waits for the answer, or none any longer. `canLeadBack` is the same as at the start. */
export const SocialLookAnswer = object({ page: nullable(PageOrigin), canLeadBack: optional(boolean(), false) })

export const SocialFinishRequest = object({
  attempt: Secret,
  state: State,
  /** The provider's code. When the visitor declined there, the provider returns an `error` and no code. */
  code: someTextUpTo(RESULT_URI_MAX),
  /** The name as JSON, which Apple sends with the code, but only at the first sign-in. */
  user: optional(textUpTo(RESULT_URI_MAX)),
})
export const SocialFinishAnswer = variant('outcome', [
  object({ outcome: literal('accepted'), isNew: boolean(), session: OpenedSession }),
  /** The provider does not confirm the sign-in, or its answer does not belong to this attempt. */
  object({ outcome: literal('refused') }),
  /** The provider is unavailable. */
  object({ outcome: literal('unavailable') }),
])

/** Sign-in with Farcaster, through a relay that the login service calls (FIP-11). */
export const LOGIN_FARCASTER_START_PATH = `${LOGIN_PATH}/farcaster/start`
/** Polled while the visitor is on the phone. */
export const LOGIN_FARCASTER_WAIT_PATH = `${LOGIN_PATH}/farcaster/wait`

export const FarcasterStartRequest = object({ page: PageOrigin, keyThumbprint: KeyThumbprint })
/** `url` is opened on a phone that has the app. */
export const FarcasterStartAnswer = object({ attempt: Secret, url: pipe(WebAddressText, maxLength(RESULT_URI_MAX)) })
export const FarcasterWaitRequest = object({ attempt: Secret })
export const FarcasterWaitAnswer = variant('outcome', [
  object({ outcome: literal('waiting') }),
  object({ outcome: literal('accepted'), isNew: boolean(), session: OpenedSession }),
  /** There was no approval in time, or it was signed with a key that is not authorized. */
  object({ outcome: literal('refused') }),
  object({ outcome: literal('unavailable') }),
])

/** The stores, each of which keeps one share. */
export const SHARE_STORES = ['auth', 'recovery'] as const
export const ShareStore = picklist(SHARE_STORES)
export type ShareStore = (typeof SHARE_STORES)[number]

export const LOGIN_ISSUER = 'portico-login'
/** An assertion for one store is invalid at the other. */
export const shareAudience = (store: ShareStore) => `portico-shares-${store}` as const

export const ASSERTION_LIFETIME_S = 120
/** The `typ` in the header of an assertion (RFC 8725 §3.11). */
export const ASSERTION_TYPE = 'share-assertion+jwt'

/** A page's host with its port, such as `shop.example`. Nothing else is valid, so no caller can put words in a mail. */
export const HostText = pipe(string(), maxLength(255), regex(/^[\w.:[\]-]+$/, 'must be a host'))

export const AssertionRequest = object({ store: ShareStore })
export const AssertionAnswer = object({ assertion: string(), expiresAtMs: Moment })

/** The claims of an assertion, which tells a store about a session: ES256, RFC 7519 and RFC 7800. */
export const AssertionClaims = object({
  iss: literal(LOGIN_ISSUER),
  aud: picklist(SHARE_STORES.map(shareAudience)),
  sub: Uuid,
  /** Valid for a single use. The store remembers it until `exp`. */
  jti: Uuid,
  iat: pipe(number(), integer()),
  exp: pipe(number(), integer()),
  /** When the user entered the code, in Unix seconds. */
  auth_time: pipe(number(), integer()),
  /** How the user was authenticated (RFC 8176). */
  amr: array(string()),
  /** The key of which the store needs a proof of possession. */
  cnf: object({ jkt: KeyThumbprint }),
  /** Present when a deletion of this wallet has begun, as stated in the mail to its owner. */
  deleting: optional(literal(true)),
  /** The host of the page the user signed in for; its origin is a project's. The recovery store's mail names it. */
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
