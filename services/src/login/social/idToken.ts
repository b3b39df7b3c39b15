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
/** The token was created during the visitor's return. */
const TOKEN_AGE_MAX_S = 600

/** RFC 7517 §5 */
const KeySet = object({ keys: array(looseObject({})) })

/** An answer whose ID token has the expected claims so far. */
export interface IdTokenAnswer {
  readonly ask: AskProvider
  /** One object per provider: its keys are cached with it. */
  readonly server: AuthorizationServer
  readonly answer: Response
  readonly tokens: TokenEndpointResponse
  readonly nowMs: number
  readonly insecure: { readonly [allowInsecureRequests]: boolean }
}

/** Our own fetch, which limits the size of a key set. */
const fetchKeys = (ask: AskProvider) => async (url: string) => {
  const { status, body } = await ask(url)
  if (status !== 200 || !is(KeySet, body)) throw unavailable('keys')
  return Response.json(body)
}

/**
 * Verifies the signature of an ID token (OpenID Connect Core 1.0 §3.1.3.7), which the library skips on a direct
 * connection, and what else it leaves to us. Caches the provider's keys, and requests them again for an unknown key id.
 * @throws SocialFailure `refused` for the token, `unavailable` for missing or unusable keys
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
  // With several audiences, another audience could replay it here.
  if (!claims || Array.isArray(claims.aud) || !isOfNow) throw refused('id_token')
  return claims
}
