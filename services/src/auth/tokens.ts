import { SessionAccount } from '@portico/contracts/services/cloudAuth'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type GenericSchema, type InferOutput, object, omit, pipe, string, uuid } from 'valibot'
import { matching } from '../json.ts'
import type { AuthKeys } from './keys.ts'

/** The claims of a session token: the data for `me`, and the id of the session. */
const SessionClaims = object({
  ...omit(SessionAccount, ['appKitAccount']).entries,
  /** The id of the session. */
  jti: pipe(string(), uuid()),
})
export type SessionClaims = InferOutput<typeof SessionClaims>

const NonceClaims = object({ nonce: string(), projectId: string() })
type NonceClaims = InferOutput<typeof NonceClaims>

/** JSON web tokens (RFC 7519), signed with HS256. An expired token or one from another issuer is read as undefined. */
export interface Tokens {
  signNonce(claims: NonceClaims, expiresAtMs: number): Promise<string>
  readNonce(token: string | undefined, nowMs: number): Promise<NonceClaims | undefined>
  signSession(claims: SessionClaims): Promise<string>
  readSession(token: string | undefined, nowMs: number): Promise<SessionClaims | undefined>
}

const sign = (claims: JWTPayload, key: Uint8Array) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)

async function read<Schema extends GenericSchema>(
  schema: Schema,
  token: string | undefined,
  key: Uint8Array,
  nowMs: number,
): Promise<InferOutput<Schema> | undefined> {
  if (!token) return undefined
  try {
    const options = { algorithms: ['HS256'], currentDate: new Date(nowMs), requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(token, key, options)
    return matching(schema, payload)
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return undefined
    throw thrown
  }
}

export const createTokens = (keys: AuthKeys): Tokens => ({
  signNonce: (claims, expiresAtMs) => sign({ ...claims, exp: Math.floor(expiresAtMs / 1_000) }, keys.nonce),
  readNonce: (token, nowMs) => read(NonceClaims, token, keys.nonce, nowMs),
  signSession: (claims) => sign(claims, keys.session),
  readSession: (token, nowMs) => read(SessionClaims, token, keys.session, nowMs),
})
