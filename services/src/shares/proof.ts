import { createHash } from 'node:crypto'
import {
  ASSERTION_LIFETIME_S,
  ASSERTION_TYPE,
  AssertionClaims,
  LOGIN_ISSUER,
  type ShareStore,
  shareAudience,
} from '@portico/contracts/services/login'
import { ASSERTION_SCHEME, PROOF_TYPE, ShareProof } from '@portico/contracts/services/shares'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose'
import { type GenericSchema, type InferOutput, parse } from 'valibot'
import { ShareError, type ShareErrorCode } from './errors.ts'
import { ASSERTION_CLOCK_TOLERANCE_S, PROOF_CLOCK_TOLERANCE_S } from './limits.ts'
import type { LoginClock } from './loginClock.ts'
import type { ShareDatabase } from './schema.ts'
import { useOnce } from './usedIds.ts'

/** Longer tokens are rejected. */
const TOKEN_MAX_CHARACTERS = 4_096

/** The parts of a request that a proof covers. */
export interface ProvenRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly proof: string | undefined
}

/** The caller: the wallet that login names, and the key that signed the proof. */
export interface Caller {
  readonly subject: string
  /** The thumbprint of the frame's key. */
  readonly jkt: string
}

/** A caller, with login's statements about the session. */
export interface SignedInCaller extends Caller {
  /** The time of login's assertion: Unix seconds, by login's clock. */
  readonly saidAtS: number
  /** Seconds since the sign-in. */
  readonly signedInS: number
  /** Whether login has begun to delete the wallet. */
  readonly isBeingDeleted: boolean
  /** The host of the sign-in page. */
  readonly host: string | undefined
}

export interface ProofDependencies {
  readonly db: ShareDatabase
  readonly store: ShareStore
  /** The public keys of the login service. */
  readonly loginKeys: JWTVerifyGetKey
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Gets the time of every genuine assertion for this store. */
  readonly loginClock?: LoginClock | undefined
  /** The maximum age of the sign-in; if absent, only the session's lifetime limits it. */
  readonly signedInMaxAgeS?: number | undefined
}

/** @throws ShareError with `code` for every defect of the token except its time */
async function readToken<Schema extends GenericSchema>(
  schema: Schema,
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
  code: ShareErrorCode,
) {
  if (token.length > TOKEN_MAX_CHARACTERS) throw new ShareError(code)
  try {
    // Times are checked later, because an expired token that is otherwise valid has an error of its own.
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: ['ES256'],
      currentDate: new Date(0),
      clockTolerance: Number.MAX_SAFE_INTEGER,
      ...options,
    })
    const claims: InferOutput<Schema> = parse(schema, payload)
    return { claims, header: protectedHeader }
  } catch {
    // An invalid key causes various errors of the platform; whatever the error, the token is invalid.
    throw new ShareError(code)
  }
}

async function readAssertion(
  { store, loginKeys, now, loginClock, signedInMaxAgeS }: ProofDependencies,
  token: string,
): Promise<AssertionClaims> {
  const audience = shareAudience(store)
  const { claims } = await readToken(
    AssertionClaims,
    token,
    loginKeys,
    { typ: ASSERTION_TYPE, issuer: LOGIN_ISSUER },
    'assertion.invalid',
  )
  // Accepts a single audience only: with an assertion for both stores, each store could call the other.
  if (claims.aud !== audience) throw new ShareError('assertion.invalid')
  const nowS = now() / 1_000
  loginClock?.heard(claims.iat - nowS)
  const isOfNow =
    claims.iat <= nowS + ASSERTION_CLOCK_TOLERANCE_S && nowS - claims.iat <= ASSERTION_LIFETIME_S && nowS < claims.exp
  if (!isOfNow) throw new ShareError('assertion.stale')
  const signedInS = claims.iat - claims.auth_time
  if (signedInMaxAgeS !== undefined && signedInS > signedInMaxAgeS) throw new ShareError('session.stale')
  return claims
}

async function readProof(
  { method, path }: ProvenRequest,
  token: string,
  assertion: string,
  { cnf }: AssertionClaims,
  now: () => number,
): Promise<ShareProof> {
  // Accepts the key in the header only if it is a public key.
  const { claims, header } = await readToken(ShareProof, token, EmbeddedJWK, { typ: PROOF_TYPE }, 'proof.invalid')
  const jkt = await calculateJwkThumbprint(header.jwk ?? { kty: '' }, 'sha256')
  const ath = createHash('sha256').update(assertion).digest('base64url')
  const isForThis = jkt === cnf.jkt && claims.ath === ath && claims.htm === method && claims.htu === path
  if (!isForThis) throw new ShareError('proof.invalid')
  if (Math.abs(now() / 1_000 - claims.iat) > PROOF_CLOCK_TOLERANCE_S) throw new ShareError('proof.stale')
  return claims
}

const assertionOf = (authorization: string | undefined) => {
  const [scheme, token, ...rest] = (authorization ?? '').split(' ')
  const isOne = scheme?.toLowerCase() === ASSERTION_SCHEME.toLowerCase() && rest.length === 0
  return isOne ? token || undefined : undefined
}

/**
 * Authenticates the caller, and uses up both tokens, whatever happens to the request later.
 * @throws ShareError `assertion.…`, `proof.…`
 */
export async function requireCaller(dependencies: ProofDependencies, request: ProvenRequest): Promise<SignedInCaller> {
  const { db, now } = dependencies
  const token = assertionOf(request.authorization)
  if (!token) throw new ShareError('assertion.missing')
  const assertion = await readAssertion(dependencies, token)
  if (!request.proof) throw new ShareError('proof.missing')
  const proof = await readProof(request, request.proof, token, assertion, now)

  const { jkt } = assertion.cnf
  const assertionEnd = (assertion.iat + ASSERTION_LIFETIME_S + 1) * 1_000
  const proofEnd = (proof.iat + PROOF_CLOCK_TOLERANCE_S + 1) * 1_000
  if (!(await useOnce(db, ['proof', jkt, proof.jti], proofEnd))) throw new ShareError('proof.used')
  if (!(await useOnce(db, ['assertion', assertion.jti], assertionEnd))) throw new ShareError('assertion.used')
  const { sub: subject, iat, auth_time, deleting = false, host } = assertion
  return { subject, jkt, saidAtS: iat, signedInS: iat - auth_time, isBeingDeleted: deleting, host }
}
