import { maxLength, minLength, number, object, optional, pipe, regex, safeInteger, safeParse, string } from 'valibot'
import type { ProviderAnswer } from './askProvider.ts'
import type { Dialect } from './dialect.ts'
import { unavailable } from './failure.ts'

const TOKEN_MAX_CHARACTERS = 16_384
const Token = pipe(string(), minLength(1), maxLength(TOKEN_MAX_CHARACTERS))

/** RFC 6749 §5.1; the only kind of token that we know how to use is that of RFC 6750, and not everybody says its name. */
const TokenAnswer = object({
  access_token: Token,
  token_type: optional(pipe(string(), regex(/^bearer$/i)), 'bearer'),
})
/** OpenID Connect Core 1.0 §3.1.3.3 */
const OpenIdAnswer = object({ ...TokenAnswer.entries, id_token: Token })

const CodeText = pipe(string(), regex(/^[\w.-]{1,64}$/))
/** RFC 6749 §5.2; GitHub says it with status 200, and has words of its own. */
const ErrorAnswer = object({ error: CodeText })
/** Facebook: https://developers.facebook.com/docs/graph-api/guides/error-handling */
const GraphError = object({ error: object({ code: pipe(number(), safeInteger()) }) })

/** RFC 6749 §5.2: the code is to blame. All others are between the operator and the provider. */
export const CODE_ERROR = 'invalid_grant'

/** What the provider calls its reason; `undefined` where it gives none. */
function errorOf(body: unknown): string | undefined {
  const plain = safeParse(ErrorAnswer, body)
  if (plain.success) return plain.output.error
  const graph = safeParse(GraphError, body)
  return graph.success ? String(graph.output.error.code) : undefined
}

/**
 * What a provider says to a code, as RFC 6749 would have it said; nothing else of it goes on.
 * @throws SocialFailure `unavailable` for what is neither tokens nor a reason
 */
export function tokenAnswer({ status, body }: ProviderAnswer, { isOpenId, codeError = CODE_ERROR }: Dialect): Response {
  const tokens = safeParse(isOpenId ? OpenIdAnswer : TokenAnswer, body)
  if (status === 200 && tokens.success) return Response.json(tokens.output)
  const error = errorOf(body)
  if (error === undefined) throw unavailable(`code: status ${status}`)
  return Response.json({ error: error === codeError ? CODE_ERROR : error }, { status: 400 })
}
