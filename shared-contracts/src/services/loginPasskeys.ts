import {
  array,
  type InferOutput,
  integer,
  maxLength,
  minLength,
  minValue,
  number,
  object,
  pipe,
  regex,
  strictObject,
  string,
  trim,
  uuid,
} from 'valibot'
import { listUpTo, textUpTo } from '../embeddedWallet/bounds.ts'
import { LOGIN_PATH } from './login.ts'

/**
 * Device shares that are sealed by passkeys (WebAuthn Level 3 §10.1.4, `prf`) and kept with the signed-in user's
 * account. The key that opens them never leaves the browser that asks the passkey, so the login service cannot read
 * what it keeps.
 */
export const LOGIN_PASSKEYS_PATH = `${LOGIN_PATH}/passkeys`
export const LOGIN_PASSKEYS_REMOVE_PATH = `${LOGIN_PASSKEYS_PATH}/remove`

/** The maximum number of passkeys for each wallet. */
export const PASSKEYS_MAX = 10
export const PASSKEY_LABEL_MAX = 64

/** WebAuthn §4: a credential id has up to 1,023 bytes, here in base64url. */
const CredentialId = pipe(string(), regex(/^[\w-]{16,1364}$/, 'must be the id of a credential'))
/** The input for the passkey's PRF: 32 bytes in base64url. It is not a secret. */
const PrfSalt = pipe(string(), regex(/^[\w-]{43}$/, 'must be 32 bytes of base64url'))
/** How a browser can reach the passkey (WebAuthn §5.8.4). Any name is accepted: browsers know more names than we do. */
const Transport = pipe(string(), regex(/^[a-z-]{1,32}$/, 'must be a transport'))
/** A device share that is encrypted with AES-256-GCM, in base64url. */
const SealedShare = pipe(string(), regex(/^[\w-]{64,512}$/, 'must be a sealed share'))

const Sealed = {
  credentialId: CredentialId,
  prfSalt: PrfSalt,
  transports: listUpTo(8, Transport),
  sealedShare: SealedShare,
  /** The id of the split. The share opens the wallet only together with store shares of the same split. */
  splitId: pipe(string(), uuid('must be a uuid')),
  /** The name that the owner gave to the passkey. */
  label: pipe(textUpTo(PASSKEY_LABEL_MAX), trim(), minLength(1, 'must not be empty')),
}

/** Adds a passkey. For an existing one, reseals the share, and changes only `sealedShare`, `splitId` and `prfSalt`. */
export const PasskeyPutRequest = strictObject(Sealed)
export const PasskeyRemoveRequest = strictObject({ credentialId: CredentialId })

/** A stored passkey. `createdAtMs` is in milliseconds since 1970. */
export const Passkey = object({ ...Sealed, createdAtMs: pipe(number(), integer(), minValue(0)) })
/** All passkeys of the user, oldest first. */
export const PasskeysAnswer = object({ passkeys: pipe(array(Passkey), maxLength(PASSKEYS_MAX)) })

export type Passkey = InferOutput<typeof Passkey>
export type PasskeyPutRequest = InferOutput<typeof PasskeyPutRequest>
export type PasskeysAnswer = InferOutput<typeof PasskeysAnswer>
