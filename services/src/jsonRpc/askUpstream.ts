import { JsonRpcError } from '@portico/contracts/services/jsonRpc'
import { is, null_, nullish, number, object, optional, string, union, unknown } from 'valibot'
import type { Place } from '../http/createRoom.ts'
import { jsonIn } from '../json.ts'
import { type Connection, ExchangeError, type HttpAnswer, NO_ROOM, TOO_LARGE } from './exchange.ts'
import { inTurn } from './inTurn.ts'
import { COOL_DOWN_MAX_MS, RESPONSE_MAX_BYTES } from './limits.ts'
import type { RpcNamespace } from './methods.ts'
import { rawElements, rawMembers } from './rawJson.ts'
import type { Call } from './readCalls.ts'

/** A call without the client's id, which nodes do not need. */
export type NodeCall = Pick<Call, 'method' | 'params'>

/** The answer of a node to one call: either a result or an error, as JSON. */
export type Answer = { readonly result: string } | { readonly error: string }

/** The outcome of a request to one upstream. */
export type Attempt =
  /** The answers are in the order of the calls. */
  | { readonly kind: 'answered'; readonly answers: readonly Answer[] }
  /** The node rejected the request, without a JSON-RPC error. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'tooLarge' }
  /** There is no room, because too many large answers are being held. */
  | { readonly kind: 'noRoom' }
  | {
      readonly kind: 'failed'
      /** The reason for the log, without an address or anything that the upstream has sent. */
      readonly reason: string
      /** Whether the node may have executed the request. */
      readonly isDelivered: boolean
      readonly retryAfterMs?: number
    }

/** A node's response. Before version 28, bitcoind uses JSON-RPC 1, with both `result` and `error` and no `jsonrpc`. */
const NodeAnswer = object({
  id: union([number(), string(), null_()]),
  result: optional(unknown()),
  error: nullish(JsonRpcError),
})

/** The HTTP statuses for a wrong request. Any other means that the upstream fails or that its address is wrong. */
const REFUSALS: readonly number[] = [400, 413, 414, 422, 431]
/** The statuses of JSON-RPC errors, if the body contains one. Bitcoin nodes send every error with such a status. */
const ERROR_STATUSES: Readonly<Record<RpcNamespace, readonly number[]>> = {
  eip155: REFUSALS,
  solana: REFUSALS,
  bip122: [...REFUSALS, 404, 500],
}

const failed = (reason: string, isDelivered: boolean, retryAfterMs?: number): Attempt => ({
  kind: 'failed',
  reason,
  isDelivered,
  retryAfterMs,
})

/** The retry time in seconds (RFC 9110 §10.2.3). A date is ignored, because it depends on a synchronized clock. */
function retryAfterMs({ retryAfter = '' }: HttpAnswer): number | undefined {
  return /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter) * 1_000, COOL_DOWN_MAX_MS) : undefined
}

interface Reply {
  readonly id: number | string | null
  readonly answer: Answer
}

/** @returns undefined if the value is not a JSON-RPC response */
function replyOf(value: unknown, text: string): Reply | undefined {
  if (!is(NodeAnswer, value)) return undefined
  const members = rawMembers(text)
  const [result, error] = [members.get('result'), members.get('error')]
  if (value.error && error !== undefined) return { id: value.id, answer: { error } }
  return result === undefined ? undefined : { id: value.id, answer: { result } }
}

/** The ids are the positions of the calls, counted from 1, because the client's ids need not be unique. */
const bodyOf = (calls: readonly NodeCall[]): string => {
  const texts = calls.map(({ method, params }, index) => {
    const end = params === undefined ? '}' : `,"params":${params}}`
    return `{"jsonrpc":"2.0","id":${index + 1},"method":${JSON.stringify(method)}${end}`
  })
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join()}]`
}

/** One error can be the answer to all calls: the node could not read the request, or it rejects batches. */
function readOne(value: unknown, text: string, count: number): readonly Answer[] | undefined {
  const reply = replyOf(value, text)
  const isForAll = reply && 'error' in reply.answer
  return reply && (isForAll || (count === 1 && reply.id === 1)) ? Array(count).fill(reply.answer) : undefined
}

function readBatch(values: readonly unknown[], text: string, count: number): readonly Answer[] | undefined {
  const parts = rawElements(text)
  const replies = values.map((value, index) => replyOf(value, parts[index] ?? ''))
  const byId = new Map(replies.map((reply) => [reply?.id, reply?.answer]))
  const answers = Array.from({ length: count }, (_, index) => byId.get(index + 1))
  return answers.every((answer) => answer !== undefined) ? answers : undefined
}

/** @returns undefined unless every call has an answer */
function readAnswers(text: string, count: number): readonly Answer[] | undefined {
  const value = jsonIn(text)
  return Array.isArray(value) ? readBatch(value, text, count) : readOne(value, text, count)
}

function readAttempt(answer: HttpAnswer, namespace: RpcNamespace, count: number): Attempt {
  const { status, text } = answer
  const isError = ERROR_STATUSES[namespace].includes(status)
  const answers = status === 200 || isError ? readAnswers(text, count) : undefined
  if (answers && (!isError || answers.every((each) => 'error' in each))) return { kind: 'answered', answers }
  if (REFUSALS.includes(status)) return { kind: 'refused' }
  const reason = status === 200 ? 'no JSON-RPC' : `HTTP ${status}`
  return failed(reason, status === 200 || status >= 500, retryAfterMs(answer))
}

/**
 * Sends one request to one upstream. Never throws, because every failure is an outcome.
 * @param calls one or more; several are sent as a batch
 * @param place counts the memory that the answer takes
 */
export async function askUpstream(
  connection: Connection,
  namespace: RpcNamespace,
  calls: readonly NodeCall[],
  timeoutMs: number,
  place?: Pick<Place, 'take'>,
): Promise<Attempt> {
  try {
    const answer = await connection.post(bodyOf(calls), { timeoutMs, maxBytes: RESPONSE_MAX_BYTES, place })
    return await inTurn(answer.text, () => readAttempt(answer, namespace, calls.length))
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error
    if (error.reason === NO_ROOM) return { kind: 'noRoom' }
    return error.reason === TOO_LARGE ? { kind: 'tooLarge' } : failed(error.reason, error.isDelivered)
  }
}
