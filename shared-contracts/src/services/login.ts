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
 * How the frame of the embedded wallet signs people in. Only the secure site asks, and names itself by its origin; what is
 * secret is in bodies and headers, never in an address.
 */
export const LOGIN_PATH = '/login/v1'
/** Asks for a code, by mail. `projectId` is in the query. */
export const LOGIN_CODES_PATH = `${LOGIN_PATH}/codes`
export const LOGIN_CODES_CHECK_PATH = `${LOGIN_PATH}/codes/check`
export const LOGIN_SESSION_PATH = `${LOGIN_PATH}/session`
export const LOGIN_SESSION_ROTATE_PATH = `${LOGIN_PATH}/session/rotate`
export const LOGIN_SESSION_END_PATH = `${LOGIN_PATH}/session/end`
/** Deletes the wallet's owner here, in two steps: see `IdentityDeleteRequest`. */
export const LOGIN_IDENTITY_DELETE_PATH = `${LOGIN_PATH}/identity/delete`
/** Calls a deletion off, when both stores have. */
export const LOGIN_IDENTITY_KEEP_PATH = `${LOGIN_PATH}/identity/keep`
export const LOGIN_EMAIL_PATH = `${LOGIN_PATH}/email`
export const LOGIN_EMAIL_CHECK_PATH = `${LOGIN_PATH}/email/check`
export const LOGIN_ASSERTIONS_PATH = `${LOGIN_PATH}/assertions`
/** A JSON Web Key Set (RFC 7517): what assertions are verified with. */
export const LOGIN_KEYS_PATH = `${LOGIN_PATH}/keys`

/**
 * Where the recovery store's link leads to, on the secure site. Its secret is in the fragment, which no server sees:
 * `#recovery=…`.
 */
export const DEVICE_PAGE_PATH = '/device'

/** Whoever has it may; 256 bits, base64url. */
const Secret = pipe(string(), regex(/^[\w-]{43}$/, 'must be 43 characters of base64url'))

/** RFC 7638, with SHA-256, of the P-256 key that the frame has made and cannot export. */
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
  /** Where the frame is embedded; one of the project's. The mail names its host. */
  page: PageOrigin,
  keyThumbprint: KeyThumbprint,
})
/** The same for an address that has a wallet and for one that has none, on every device: a code was mailed. */
export const LoginCodeAnswer = object({
  /** Stands for what was begun: whoever asked continues with it, and nobody else. */
  attempt: Secret,
})

/** By what somebody is known; a wallet belongs to one of these and what it says of its user. */
export const LOGIN_PROVIDERS = ['email', ...REDIRECT_PROVIDERS, 'farcaster'] as const
export const LoginProvider = picklist(LOGIN_PROVIDERS)

const LoginSession = object({
  /** Of the wallet: it stays when the address changes. */
  subject: Uuid,
  provider: LoginProvider,
  /** As it was typed at sign-up. Of a provider's account: what the provider has confirmed, to be shown and for nothing else. */
  email: nullable(EmailText),
  /** As the provider's account is called, to be shown. */
  userName: nullable(textUpTo(LABEL_MAX)),
  expiresAtMs: Moment,
  /** A deletion was begun or done, and whoever has signed in keeps the wallet: the stores are told first, login then. */
  isBeingDeleted: optional(boolean(), false),
})
export const LoginSessionAnswer = LoginSession

const OpenedSession = object({ ...LoginSession.entries, token: Secret })
/** The token of before is no longer good, but for a moment in which calls that are on their way arrive. */
export const LoginRotateAnswer = OpenedSession
/** Of this device, or of all of them; `keepThis`: of all of them but the one that asks. */
export const LoginEndRequest = object({
  everywhere: optional(boolean(), false),
  keepThis: optional(boolean(), false),
})

/** For so long, whoever signs in keeps a wallet that was deleted; then it is gone for good. */
export const DELETION_GRACE_DAYS = 7

/**
 * `begin` ends all other sessions and mails a warning; before that, neither store takes a deletion. `finish` comes when both
 * have: nobody is signed in any more, and the days are counted from then on.
 */
export const IdentityDeleteRequest = strictObject({
  /** Whose. Another session than the one that is meant deletes nobody. */
  subject: Uuid,
  step: picklist(['begin', 'finish']),
})

/** What else can become of a code that was typed. */
const refusals = [
  object({ outcome: literal('wrong'), triesLeft: pipe(number(), integer(), minValue(0)) }),
  object({ outcome: literal('usedUp') }),
  object({ outcome: literal('expired') }),
] as const

export const LoginCheckRequest = object({ attempt: Secret, code: CodeText })
export const LoginCheckAnswer = variant('outcome', [
  object({
    outcome: literal('accepted'),
    /** There was no wallet yet. */
    isNew: boolean(),
    session: OpenedSession,
  }),
  ...refusals,
])

export const EmailChangeRequest = object({ email: EmailText, page: PageOrigin })
/** The address of before is confirmed first, then the new one. */
export const EmailChangeAnswer = object({ attempt: Secret, next: literal('primary') })
export const EmailCheckAnswer = variant('outcome', [
  /** The new address has its code now. */
  object({ outcome: literal('primaryAccepted') }),
  object({ outcome: literal('changed'), email: EmailText }),
  /** Whoever typed the code reads the mail of that address: it has a wallet of its own. */
  object({ outcome: literal('taken') }),
  ...refusals,
])

/** Asks for the page of a provider: OAuth 2.0 with PKCE (RFC 7636). `projectId` is in the query. */
export const LOGIN_SOCIAL_START_PATH = `${LOGIN_PATH}/social/start`
/** For `/back`, the page of the secure site that providers return to: which page waits for the answer. */
export const LOGIN_SOCIAL_LOOK_PATH = `${LOGIN_PATH}/social/look`
export const LOGIN_SOCIAL_FINISH_PATH = `${LOGIN_PATH}/social/finish`

/** Where providers return to, on the secure site. */
export const SOCIAL_BACK_PATH = '/back'

export const SocialStartRequest = object({
  provider: picklist(REDIRECT_PROVIDERS),
  page: PageOrigin,
  keyThumbprint: KeyThumbprint,
})
/** `url`: of the provider. Its `state` names the attempt to the provider and is no secret of the frame's. */
export const SocialStartAnswer = object({
  attempt: Secret,
  url: pipe(WebAddressText, maxLength(RESULT_URI_MAX)),
  /** The operator lets this page be led back to with the provider's answer in its address, as mini apps are. */
  canLeadBack: optional(boolean(), false),
})

/** The `state` of a provider's answer. A telegram mini app puts `--<address>` behind it (secure-frame.md §10.4): not sent. */
const State = pipe(string(), regex(/^[\w-]{43}$/, 'must be a state that was handed out'))
export const SocialLookRequest = object({ state: State })
/** `page` null: nobody waits for it, or no longer. `canLeadBack` as at the start. */
export const SocialLookAnswer = object({ page: nullable(PageOrigin), canLeadBack: optional(boolean(), false) })

export const SocialFinishRequest = object({
  attempt: Secret,
  state: State,
  /** As the provider has it; with `error` in its place the visitor has declined there. */
  code: someTextUpTo(RESULT_URI_MAX),
  /** Apple says somebody's name once, at the first sign-in, as JSON beside the code. */
  user: optional(textUpTo(RESULT_URI_MAX)),
})
export const SocialFinishAnswer = variant('outcome', [
  object({ outcome: literal('accepted'), isNew: boolean(), session: OpenedSession }),
  /** The provider does not confirm it, or its answer is not the one to this attempt. */
  object({ outcome: literal('refused') }),
  /** The provider cannot be asked at present. */
  object({ outcome: literal('unavailable') }),
])

/** Farcaster: through a relay, which the login service asks (FIP-11). */
export const LOGIN_FARCASTER_START_PATH = `${LOGIN_PATH}/farcaster/start`
/** Asked again and again while the visitor goes to the phone. */
export const LOGIN_FARCASTER_WAIT_PATH = `${LOGIN_PATH}/farcaster/wait`

export const FarcasterStartRequest = object({ page: PageOrigin, keyThumbprint: KeyThumbprint })
/** `url`: for a phone that has the app. */
export const FarcasterStartAnswer = object({ attempt: Secret, url: pipe(WebAddressText, maxLength(RESULT_URI_MAX)) })
export const FarcasterWaitRequest = object({ attempt: Secret })
export const FarcasterWaitAnswer = variant('outcome', [
  object({ outcome: literal('waiting') }),
  object({ outcome: literal('accepted'), isNew: boolean(), session: OpenedSession }),
  /** Nobody has agreed in time, or what came was signed by nobody who may. */
  object({ outcome: literal('refused') }),
  object({ outcome: literal('unavailable') }),
])

/** The two that keep a share each. */
export const SHARE_STORES = ['auth', 'recovery'] as const
export const ShareStore = picklist(SHARE_STORES)
export type ShareStore = (typeof SHARE_STORES)[number]

export const LOGIN_ISSUER = 'portico-login'
/** An assertion for one store is worth nothing at the other. */
export const shareAudience = (store: ShareStore) => `portico-shares-${store}` as const

export const ASSERTION_LIFETIME_S = 120
/** The `typ` of its header (RFC 8725 §3.11). */
export const ASSERTION_TYPE = 'share-assertion+jwt'

/** The host of a page, with its port: `shop.example`. Nothing else fits in, so nobody puts words into a mail. */
export const HostText = pipe(string(), maxLength(255), regex(/^[\w.:[\]-]+$/, 'must be a host'))

export const AssertionRequest = object({ store: ShareStore })
export const AssertionAnswer = object({ assertion: string(), expiresAtMs: Moment })

/** What login says of a session to a store: ES256, RFC 7519 and RFC 7800. */
export const AssertionClaims = object({
  iss: literal(LOGIN_ISSUER),
  aud: picklist(SHARE_STORES.map(shareAudience)),
  sub: Uuid,
  /** Once; the store remembers it until `exp`. */
  jti: Uuid,
  iat: pipe(number(), integer()),
  exp: pipe(number(), integer()),
  /** When the code was typed: Unix seconds. */
  auth_time: pipe(number(), integer()),
  /** RFC 8176 */
  amr: array(string()),
  /** Of the key that the store has to see a proof of. */
  cnf: object({ jkt: KeyThumbprint }),
  /** A deletion of this wallet was begun: its owner's mail says so. */
  deleting: optional(literal(true)),
  /** Of the page that somebody has signed in on; one of a project's. The recovery store's mail names it. */
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
