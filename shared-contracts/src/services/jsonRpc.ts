import {
  check,
  custom,
  finite,
  type InferOutput,
  literal,
  null_,
  number,
  object,
  optional,
  pipe,
  string,
  union,
  unknown,
} from 'valibot'

/** services.md §8: `POST /v1/?chainId=<CAIP-2>&projectId=<id>`. JSON-RPC 2.0, one request or a batch of them. */
export const JSON_RPC_PATH = '/v1/'

/** An integer beyond 2^53 would be returned changed, and the client would wait in vain for its answer. */
const isExact = (id: number) => !Number.isInteger(id) || Number.isSafeInteger(id)

/** The id of a request (JSON-RPC 2.0 §4), where `null` is discouraged but not forbidden. */
export const JsonRpcId = union([
  string(),
  pipe(number(), finite(), check(isExact, 'must be a number that JSON keeps exactly')),
  null_(),
])

/** Parameters by position or by name. They are not inspected: the content is between client and node. */
const JsonRpcParams = custom<readonly unknown[] | Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null,
  'must be an array or an object',
)

/** One request. Without an `id` it is a notification, which gets no answer. */
export const JsonRpcRequest = object({
  jsonrpc: literal('2.0', 'must be "2.0"'),
  id: optional(JsonRpcId),
  method: string('must be a text'),
  params: optional(JsonRpcParams),
})

export const JsonRpcError = object({ code: number(), message: string(), data: optional(unknown()) })

/** The answer to one request. A batch is answered with an array, in the order of its requests. */
export const JsonRpcResponse = union([
  object({ jsonrpc: literal('2.0'), id: JsonRpcId, error: JsonRpcError }),
  object({ jsonrpc: literal('2.0'), id: JsonRpcId, result: unknown() }),
])

export type JsonRpcId = InferOutput<typeof JsonRpcId>
export type JsonRpcRequest = InferOutput<typeof JsonRpcRequest>
export type JsonRpcError = InferOutput<typeof JsonRpcError>
export type JsonRpcResponse = InferOutput<typeof JsonRpcResponse>

/**
 * The errors that the service itself returns, with the status `200`. All others come from the node. The first two are
 * from JSON-RPC 2.0 §5.1; the others are in its range for servers, at codes that EIP-1474 and Solana do not use.
 */
export const JSON_RPC_ERRORS = {
  invalidRequest: { code: -32600, message: 'This entry is not a JSON-RPC 2.0 request' },
  methodNotFound: { code: -32601, message: 'The method does not exist or is not available here' },
  requestRefused: { code: -32090, message: 'The node refused the request without saying why' },
  answerTooLarge: { code: -32091, message: 'The answer of the node is too large' },
  /** Only for transactions, because they must not count as failed. */
  outcomeUnknown: {
    code: -32092,
    message: 'The transaction may have been accepted; look for it before you send another one',
  },
  /** Only for a batch that was answered in part. Otherwise, the whole request fails with 503. */
  unavailable: { code: -32093, message: 'No node of this chain answers' },
  noRoom: { code: -32094, message: 'Too many large answers are on their way; ask again when one has arrived' },
} as const satisfies Record<string, JsonRpcError>
