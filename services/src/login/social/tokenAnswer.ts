import { maxLength, minLength, number, object, optional, pipe, regex, safeInteger, safeParse, string } from 'valibot'
import { matching } from '../../json.ts'
import type { ProviderAnswer } from './askProvider.ts'
import type { Dialect } from './dialect.ts'
import { unavailable } from './failure.ts'

const TOKEN_MAX_CHARACTERS = 16_384
const Token = pipe(string(), minLength(1), maxLength(TOKEN_MAX_CHARACTERS))

/** RFC 6749 §5.1. Only the token type of RFC 6750 is supported; some providers omit the type. */
const TokenAnswer = object({
  access_token: Token,
  token_type: optional(pipe(string(), regex(/^bearer$/i)), 'bearer'),
})
/** OpenID Connect Core 1.0 §3.1.3.3 */
const OpenIdAnswer = object({ ...TokenAnswer.entries, id_token: Token })

const CodeText = pipe(string(), regex(/^[\w.-]{1,64}$/))
/** RFC 6749 §5.2. GitHub sends errors with status 200 and its own codes. */
const ErrorAnswer = object({ error: CodeText })
/** Facebook: https://developers.facebook.com/docs/graph-api/guides/error-handling */
const GraphError = object({ error: object({ code: pipe(number(), safeInteger()) }) })

/** RFC 6749 §5.2: the authorization code is invalid. All other errors concern the operator and the provider. */
export const CODE_ERROR = 'invalid_grant'

/** The provider's error code; `undefined` if there is none. */
function errorOf(body: unknown): string | undefined {
  const graph = matching(GraphError, body)
  return graph ? String(graph.error.code) : matching(ErrorAnswer, body)?.error
}

/**
 * Converts a provider's answer to the format of RFC 6749, and passes on nothing else.
 * @throws SocialFailure `unavailable` for an answer with neither tokens nor an error code
 */
export function tokenAnswer({ status, body }: ProviderAnswer, { isOpenId, codeError = CODE_ERROR }: Dialect): Response {
  const tokens = safeParse(isOpenId ? OpenIdAnswer : TokenAnswer, body)
  if (status === 200 && tokens.success) return Response.json(tokens.output)
  const error = errorOf(body)
  if (error === undefined) throw unavailable(`code: status ${status}`)
  return Response.json({ error: error === codeError ? CODE_ERROR : error }, { status: 400 })
}
