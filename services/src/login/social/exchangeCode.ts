import { maxLength, minLength, number, object, optional, pipe, regex, safeInteger, safeParse, string } from 'valibot'
import type { AskProvider, ProviderAnswer } from './askProvider.ts'
import type { Dialect, ProviderTokens } from './dialect.ts'
import { refused, type SocialFailure, unavailable } from './failure.ts'

const TOKEN_MAX_CHARACTERS = 16_384
const Token = pipe(string(), minLength(1), maxLength(TOKEN_MAX_CHARACTERS))

/** RFC 6749 §5.1; the only kind of token that we know how to use is that of RFC 6750. */
const TokenAnswer = object({
  access_token: Token,
  token_type: optional(pipe(string(), regex(/^bearer$/i))),
  id_token: optional(Token),
})

const CodeText = pipe(string(), regex(/^[\w.-]{1,64}$/))
/** RFC 6749 §5.2; GitHub says it with status 200, and has words of its own. */
const ErrorAnswer = object({ error: CodeText })
/** Facebook: https://developers.facebook.com/docs/graph-api/guides/error-handling */
const GraphError = object({ error: object({ code: pipe(number(), safeInteger()) }) })

/** RFC 6749 §5.2: the code is to blame. All others are between the operator and the provider. */
const CODE_ERROR = 'invalid_grant'

/** What the provider calls its reason; `undefined` where it gives none. */
function errorOf(body: unknown): string | undefined {
  const plain = safeParse(ErrorAnswer, body)
  if (plain.success) return plain.output.error
  const graph = safeParse(GraphError, body)
  return graph.success ? String(graph.output.error.code) : undefined
}

function failureOf({ status, body }: ProviderAnswer, codeError: string): SocialFailure {
  const error = errorOf(body)
  return error === codeError ? refused(error) : unavailable(`code: ${error ?? `status ${status}`}`)
}

/**
 * Gives the code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5).
 * @throws SocialFailure `refused` for a code that the provider does not take, `unavailable` for everything else
 */
export async function exchangeCode(
  ask: AskProvider,
  dialect: Dialect,
  { code, verifier, redirectUri, nowMs }: Exchange,
): Promise<ProviderTokens> {
  const secret = await dialect.secret(nowMs)
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: dialect.clientId,
  })
  const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' }
  if (dialect.secretIn === 'body') form.set('client_secret', secret)
  else headers.Authorization = basic(dialect.clientId, secret)
  const answer = await ask(dialect.tokenUrl, { method: 'POST', headers, body: form.toString() })
  const tokens = safeParse(TokenAnswer, answer.body)
  if (answer.status !== 200 || !tokens.success) throw failureOf(answer, dialect.codeError ?? CODE_ERROR)
  return { accessToken: tokens.output.access_token, idToken: tokens.output.id_token }
}

export interface Exchange {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
  readonly nowMs: number
}

/** RFC 6749 §2.3.1: both are encoded like a form first. */
const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')}`
