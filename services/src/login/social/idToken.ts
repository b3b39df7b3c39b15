import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  getValidatedIdTokenClaims,
  type IDToken,
  OperationProcessingError,
  type TokenEndpointResponse,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import { array, is, looseObject, object } from 'valibot'
import type { AskProvider } from './askProvider.ts'
import { refused, SocialFailure, unavailable } from './failure.ts'

/** Between the provider's clock and ours. */
export const CLOCK_TOLERANCE_S = 60
/** It was made while the visitor was on the way back. */
const TOKEN_AGE_MAX_S = 600

/** RFC 7517 §5 */
const KeySet = object({ keys: array(looseObject({})) })

/** An answer whose ID token says what it should, so far. */
export interface IdTokenAnswer {
  readonly ask: AskProvider
  /** One object for each provider: its keys are kept with it. */
  readonly server: AuthorizationServer
  readonly answer: Response
  readonly tokens: TokenEndpointResponse
  readonly nowMs: number
  readonly insecure: { readonly [allowInsecureRequests]: boolean }
}

/** Our own way to ask, so that a set of keys without end is none. */
const fetchKeys = (ask: AskProvider) => async (url: string) => {
  const { status, body } = await ask(url)
  if (status !== 200 || !is(KeySet, body)) throw unavailable('keys')
  return Response.json(body)
}

/**
 * Verifies the signature of an ID token (OpenID Connect Core 1.0 §3.1.3.7), for which the library takes the connection's word,
 * and what it leaves to us. The provider's keys are kept, and asked for again when a token names one that is not among them.
 * @throws SocialFailure `refused` for the token, `unavailable` for keys that it cannot be looked at with
 */
export async function verifyIdToken({ ask, server, answer, tokens, nowMs, insecure }: IdTokenAnswer): Promise<IDToken> {
  try {
    await validateApplicationLevelSignature(server, answer, { ...insecure, [customFetch]: fetchKeys(ask) })
  } catch (error) {
    if (error instanceof OperationProcessingError) throw refused('id_token')
    throw error instanceof SocialFailure ? error : unavailable('keys')
  }
  const claims = getValidatedIdTokenClaims(tokens)
  const ageS = Math.floor(nowMs / 1_000) - (claims?.iat ?? 0)
  const isOfNow = ageS <= TOKEN_AGE_MAX_S + CLOCK_TOLERANCE_S && ageS >= -CLOCK_TOLERANCE_S
  // Whoever else it was made for could bring it here.
  if (!claims || Array.isArray(claims.aud) || !isOfNow) throw refused('id_token')
  return claims
}
