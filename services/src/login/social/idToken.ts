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

/** The tolerated difference between the provider's clock and ours. */
export const CLOCK_TOLERANCE_S = 60
/** The maximum age of an ID token, which the provider creates while the visitor returns. */
const TOKEN_AGE_MAX_S = 600

/** RFC 7517 §5 */
const KeySet = object({ keys: array(looseObject({})) })

/** A token answer whose claims the library has checked already. */
export interface IdTokenAnswer {
  readonly ask: AskProvider
  /** The same object for all sign-ins with a provider, because the provider's keys are cached with it. */
  readonly server: AuthorizationServer
  readonly answer: Response
  readonly tokens: TokenEndpointResponse
  readonly nowMs: number
  readonly insecure: { readonly [allowInsecureRequests]: boolean }
}

/** A fetch function that limits the size of a key set. */
const fetchKeys = (ask: AskProvider) => async (url: string) => {
  const { status, body } = await ask(url)
  if (status !== 200 || !is(KeySet, body)) throw unavailable('keys')
  return Response.json(body)
}

/**
 * Verifies what the library does not check in an ID token from a direct connection (OpenID Connect Core 1.0 §3.1.3.7):
 * the signature, the age, and that there is a single audience. Caches the provider's keys, and requests them again for
 * an unknown key id.
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
  // If there were several audiences, another audience could replay the token here.
  if (!claims || Array.isArray(claims.aud) || !isOfNow) throw refused('id_token')
  return claims
}
