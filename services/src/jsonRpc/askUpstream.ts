import { JsonRpcError } from '@portico/contracts/services/jsonRpc'
import { is, null_, nullish, number, object, optional, string, union, unknown } from 'valibot'
import type { Place } from '../http/createRoom.ts'
import { type Connection, ExchangeError, type HttpAnswer, NO_ROOM, TOO_LARGE } from './exchange.ts'
import { inTurn } from './inTurn.ts'
import { COOL_DOWN_MAX_MS, RESPONSE_MAX_BYTES } from './limits.ts'
import type { RpcNamespace } from './methods.ts'
import { rawElements, rawMembers } from './rawJson.ts'
import type { Call } from './readCalls.ts'

/** A node needs no id of the client's. */
export type NodeCall = Pick<Call, 'method' | 'params'>

/** What a node answers to one call: one of the two, as JSON. */
export type Answer = { readonly result: string } | { readonly error: string }

/** How one upstream took a request. */
export type Attempt =
  /** In the order of the calls. */
  | { readonly kind: 'answered'; readonly answers: readonly Answer[] }
  /** It does not like the request, and says so in a way that is no JSON-RPC. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'tooLarge' }
  /** Too many large answers are held already. */
  | { readonly kind: 'noRoom' }
  | {
      readonly kind: 'failed'
      /** For the log: no address, nothing that the upstream wrote. */
      readonly reason: string
      /** Whether the node may have acted on it. */
      readonly isDelivered: boolean
      readonly retryAfterMs?: number
    }

/** What nodes send: bitcoind before version 28 has JSON-RPC 1, with both members and no `jsonrpc`. */
const NodeAnswer = object({
  id: union([number(), string(), null_()]),
  result: optional(unknown()),
  error: nullish(JsonRpcError),
})

/** HTTP statuses that blame the request. Any other is the fault of the upstream or of its address. */
const REFUSALS: readonly number[] = [400, 413, 414, 422, 431]
/** With a JSON-RPC error in the body they are answers. Nodes of Bitcoin say every error with such a status. */
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

/** RFC 9110 §10.2.3, seconds only: a date depends on a clock that need not be right. */
function retryAfterMs({ retryAfter = '' }: HttpAnswer): number | undefined {
  return /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter) * 1_000, COOL_DOWN_MAX_MS) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Reply {
  readonly id: number | string | null
  readonly answer: Answer
}

/** @returns undefined for what is no answer of a node */
function replyOf(value: unknown, text: string): Reply | undefined {
  if (!is(NodeAnswer, value)) return undefined
  const members = rawMembers(text)
  const [result, error] = [members.get('result'), members.get('error')]
  if (value.error && error !== undefined) return { id: value.id, answer: { error } }
  return result === undefined ? undefined : { id: value.id, answer: { result } }
}

/** The calls have their positions, counted from 1, as ids: those of the client need not differ from one another. */
const bodyOf = (calls: readonly NodeCall[]): string => {
  const texts = calls.map(({ method, params }, index) => {
    const end = params === undefined ? '}' : `,"params":${params}}`
    return `{"jsonrpc":"2.0","id":${index + 1},"method":${JSON.stringify(method)}${end}`
  })
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join()}]`
}

/** An error without an id of ours is about the whole request: a node that cannot read it, or takes no such batch. */
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

/** @returns undefined unless there is an answer to each call */
function readAnswers(text: string, count: number): readonly Answer[] | undefined {
  const value = parse(text)
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
 * Asks one upstream once. Never throws: whatever an upstream does is an outcome.
 * @param calls one or more; several travel as a batch
 * @param place where the answer is held
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
