import {
  boolean,
  check,
  fallback,
  type InferOutput,
  integer,
  isoTimestamp,
  literal,
  maxLength,
  null_,
  nullable,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  string,
  toLowerCase,
  trim,
  union,
  unknown,
  uuid,
  variant,
} from 'valibot'
import { CaipAddressText, CaipNetworkIdText, NameText } from './wireText.ts'

/** services.md §10: sign-in at a service that verifies and stores the session. Every call's query has `projectId`. */
export const AUTH_PATH = '/auth/v1'
export const AUTH_NONCE_PATH = `${AUTH_PATH}/nonce`
export const AUTHENTICATE_PATH = `${AUTH_PATH}/authenticate`
export const AUTH_ME_PATH = `${AUTH_PATH}/me`
export const ACCOUNT_METADATA_PATH = `${AUTH_PATH}/account-metadata`
export const AUTH_OTP_PATH = `${AUTH_PATH}/otp`
export const SIGN_OUT_PATH = `${AUTH_PATH}/sign-out`

/** The header with `Bearer <nonce token>`, which is sent together with the sign-in. */
export const NONCE_HEADER = 'x-nonce-jwt'
/** The header with the uuid under which a one-time code was requested. */
export const OTP_HEADER = 'x-otp'
/** Begins the resource that states a visitor's e-mail address in a signed message: `email:<address>`. */
export const EMAIL_RESOURCE = 'email:'

const Jwt = pipe(string(), regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a JSON web token'))

/** EIP-4361: a nonce has at least eight letters and digits. */
export const AuthNonce = object({ nonce: pipe(string(), regex(/^[A-Za-z0-9]{8,}$/)), token: Jwt })

const MESSAGE_MAX_CHARACTERS = 16_384
/** An ERC-6492 signature includes the code that deploys its account. */
const SIGNATURE_MAX_CHARACTERS = 131_072

const WalletInfo = variant('type', [
  object({
    type: picklist(['walletconnect', 'extension', 'unknown']),
    name: optional(NameText),
    /** Announced wallets send the whole picture inline. */
    icon: optional(string()),
  }),
  object({ type: literal('social'), social: NameText, identifier: NameText }),
])

export const AuthenticateRequest = object({
  /** The client's own reading of the message. A service has to parse the message itself. */
  data: optional(unknown()),
  message: pipe(string(), maxLength(MESSAGE_MAX_CHARACTERS, 'is too long')),
  signature: pipe(string(), maxLength(SIGNATURE_MAX_CHARACTERS, 'is too long')),
  clientId: nullish(string()),
  /** Only for statistics, so an invalid value does not make the sign-in fail. */
  walletInfo: fallback(optional(WalletInfo), undefined),
})
export const AuthenticateAnswer = object({ token: Jwt })

const Uuid = pipe(string(), uuid('must be a uuid'))
const Moment = pipe(string(), isoTimestamp())
const Facts = pipe(
  unknown(),
  check((value) => !Array.isArray(value), 'must be an object'),
  record(string(), unknown()),
)

export const SessionAccount = object({
  aud: string(),
  iss: string(),
  /** Unix seconds. */
  exp: pipe(number(), integer()),
  projectIdKey: string(),
  sub: string(),
  address: string(),
  /** The reference of a CAIP-2 id, which is a number on EVM. */
  chainId: union([number(), string()]),
  chainNamespace: string(),
  caip2Network: CaipNetworkIdText,
  uri: string(),
  domain: string(),
  projectUuid: Uuid,
  profileUuid: Uuid,
  nonce: string(),
  email: optional(string()),
  /** Only with `?includeAppKitAccount=true`. */
  appKitAccount: optional(
    object({
      uuid: Uuid,
      caip2_chain: CaipNetworkIdText,
      address: string(),
      profile_uuid: Uuid,
      created_at: Moment,
      is_main_account: boolean(),
      verification_status: null_(),
      connection_method: nullable(Facts),
      metadata: Facts,
      last_signed_in_at: Moment,
      signed_up_at: Moment,
      updated_at: Moment,
    }),
  ),
})

/** `null` deletes the stored metadata. */
export const AccountMetadataRequest = object({ metadata: nullable(Facts) })

/** RFC 5321 §4.5.3.1: up to 64 characters, `@`, and a domain; 254 characters in all. No quoted names or comments. */
export const EmailAddress = pipe(
  string(),
  trim(),
  toLowerCase(),
  maxLength(254, 'is too long'),
  regex(
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'must be an e-mail address',
  ),
)

export const AuthOtpRequest = object({
  email: EmailAddress,
  /** CAIP-10: the account that will use the address to sign in. */
  account: CaipAddressText,
})
/** `null` when no code is needed. Our service never answers that: the caller has not proved the account is theirs. */
export const AuthOtpAnswer = object({ uuid: nullable(Uuid) })
export const AuthOtpConfirmation = object({ code: pipe(string(), trim(), regex(/^\d{6}$/, 'must be six digits')) })

export type WalletInfo = InferOutput<typeof WalletInfo>
export type AuthenticateRequest = InferOutput<typeof AuthenticateRequest>
export type SessionAccount = InferOutput<typeof SessionAccount>
export type AuthOtpRequest = InferOutput<typeof AuthOtpRequest>
