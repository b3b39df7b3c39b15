import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { isSameHash } from '../../oneTimeCodes/keyedHash.ts'
import { createAskProvider } from './askProvider.ts'
import { refused, unavailable } from './failure.ts'

const KEYS_WAIT_MS = 5_000
/** Between the provider's clock and ours. */
const CLOCK_TOLERANCE_S = 60
/** It was made while the visitor was on the way back. */
const TOKEN_AGE_MAX_S = 600

export interface IdTokenExpected {
  readonly token: string | undefined
  readonly nonce: string
  readonly nowMs: number
}

/** @throws SocialFailure */
export type VerifyIdToken = (expected: IdTokenExpected) => Promise<JWTPayload>

/** Our own way to ask, so that a set of keys without end is none. */
async function fetchKeys(url: string): Promise<Response> {
  const { status, body } = await createAskProvider(AbortSignal.timeout(KEYS_WAIT_MS))(url)
  return Response.json(body ?? null, { status: body === undefined ? 502 : status })
}

/** What is wrong with the token itself; everything else is wrong with the keys that it is looked at with. */
const isOfToken = (error: unknown) =>
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTExpired ||
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JOSEAlgNotAllowed

/**
 * Verifies ID tokens (OpenID Connect Core 1.0 §3.1.3.7). The provider's keys are kept, and asked for again when a token names
 * one that is not among them.
 */
export function createVerifyIdToken(keysUrl: string, issuers: readonly string[], clientId: string): VerifyIdToken {
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: KEYS_WAIT_MS, [customFetch]: fetchKeys })
  return async ({ token, nonce, nowMs }) => {
    if (token === undefined) throw unavailable('no id_token')
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: [...issuers],
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: TOKEN_AGE_MAX_S,
        currentDate: new Date(nowMs),
      })
      if (Array.isArray(payload.aud) || !isSameHash(String(payload.nonce), nonce)) throw refused('id_token')
      return payload
    } catch (error) {
      if (isOfToken(error)) throw refused('id_token')
      throw error instanceof Error && error.name === 'SocialFailure' ? error : unavailable('keys')
    }
  }
}
