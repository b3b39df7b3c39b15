import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  customFetch,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  UnsupportedOperationError,
  validateAuthResponse,
} from 'oauth4webapi'
import type { AskProvider } from './askProvider.ts'
import type { AttemptSecrets } from './attempts.ts'
import type { Dialect, ProviderTokens } from './dialect.ts'
import { refused, unavailable } from './failure.ts'
import { CLOCK_TOLERANCE_S, verifyIdToken } from './idToken.ts'
import { CODE_ERROR, tokenAnswer } from './tokenAnswer.ts'

export interface Exchange {
  readonly code: string
  /** The state that the provider returned. */
  readonly state: string
  /** The secrets that were sent to the provider. */
  readonly secrets: AttemptSecrets
  readonly redirectUri: string
  readonly nowMs: number
}

const secondsOf = (ms: number) => Math.floor(ms / 1_000)

const clientOf = ({ clientId }: Dialect, nowMs: number): Client => ({
  client_id: clientId,
  id_token_signed_response_alg: 'RS256',
  [clockSkew]: secondsOf(nowMs) - secondsOf(Date.now()),
  [clockTolerance]: CLOCK_TOLERANCE_S,
})

/** Converts the library's error about a code or a token; returns any other error unchanged. */
function failureOf(error: unknown): unknown {
  if (error instanceof ResponseBodyError) {
    return error.error === CODE_ERROR ? refused(error.error) : unavailable(`code: ${error.error}`)
  }
  const isOfToken = error instanceof OperationProcessingError || error instanceof UnsupportedOperationError
  return isOfToken ? refused('id_token') : error
}

/**
 * Exchanges the code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5), and verifies the ID token of an OpenID provider.
 * @throws SocialFailure `refused` for an invalid code or ID token, `unavailable` for every other failure
 */
export async function exchangeCode(
  ask: AskProvider,
  dialect: Dialect,
  { code, state, secrets, redirectUri, nowMs }: Exchange,
): Promise<ProviderTokens> {
  const { server, isOpenId, secretIn } = dialect
  const client = clientOf(dialect, nowMs)
  const secret = await dialect.secret(nowMs)
  const authentication = secretIn === 'body' ? ClientSecretPost(secret) : ClientSecretBasic(secret)
  // The environment accepts http URLs of this machine only.
  const insecure = { [allowInsecureRequests]: server.token_endpoint?.startsWith('http:') ?? false }
  try {
    const back = validateAuthResponse(server, client, new URLSearchParams({ code, state }), secrets.state)
    const answer = await authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      back,
      redirectUri,
      secrets.verifier,
      { ...insecure, [customFetch]: async (url, init) => tokenAnswer(await ask(url, init), dialect) },
    )
    const expected = isOpenId ? { expectedNonce: secrets.nonce, requireIdToken: true } : {}
    const tokens = await processAuthorizationCodeResponse(server, client, answer, expected)
    const claims = isOpenId ? await verifyIdToken({ ask, server, answer, tokens, nowMs, insecure }) : undefined
    return { accessToken: tokens.access_token, claims }
  } catch (error) {
    throw failureOf(error)
  }
}
