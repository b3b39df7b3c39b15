import { JSON_RPC_ERRORS, type JsonRpcError, type JsonRpcId } from '@portico/contracts/services/jsonRpc'
import type { Place } from '../http/createRoom.ts'
import type { Answer } from './askUpstream.ts'
import { localAnswer } from './localAnswers.ts'
import { isAllowed, isBroadcast } from './methods.ts'
import type { Call, Calls } from './readCalls.ts'
import type { RpcChain } from './upstreamList.ts'
import type { Upstreams } from './upstreams.ts'

/** The response to a whole request body. */
export type Reply =
  | { readonly kind: 'json'; readonly text: string }
  /** There were only notifications, which get no response (JSON-RPC 2.0 §4.1). */
  | { readonly kind: 'nothing' }
  /** Some calls needed a node, and no upstream answered any of them. */
  | { readonly kind: 'unavailable' }

const errorAnswer = (error: JsonRpcError): Answer => ({ error: JSON.stringify(error) })

const write = (id: JsonRpcId, answer: Answer): string => {
  const end = 'result' in answer ? `"result":${answer.result}` : `"error":${answer.error}`
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${end}}`
}

/** The answer to a call that needs no node. */
function answerHere({ namespace, reference }: RpcChain, call: Call | undefined): Answer | undefined {
  if (!call) return errorAnswer(JSON_RPC_ERRORS.invalidRequest)
  const result = localAnswer(namespace, reference, call.method)
  if (result !== undefined) return { result }
  return isAllowed(namespace, call.method) ? undefined : errorAnswer(JSON_RPC_ERRORS.methodNotFound)
}

/**
 * Reads are sent together. Transactions are sent one by one and in order: one by one, so that each transaction's
 * outcome is known whatever happens to the others, and in order, because a transaction may spend the output of an
 * earlier one.
 */
async function askNodes(
  { namespace }: RpcChain,
  upstreams: Upstreams,
  calls: readonly Call[],
  place: Pick<Place, 'take'>,
) {
  const answers = new Map<Call, Answer>()
  const ask = async (group: readonly Call[]) => {
    const found = group.length > 0 ? await upstreams.ask(group, place) : []
    found?.forEach((answer, index) => {
      const call = group[index]
      if (call) answers.set(call, answer)
    })
  }
  const askInTurn = async (transactions: readonly Call[]) => {
    for (const transaction of transactions) await ask([transaction])
  }
  await Promise.all([
    ask(calls.filter(({ method }) => !isBroadcast(namespace, method))),
    askInTurn(calls.filter(({ method }) => isBroadcast(namespace, method))),
  ])
  return answers
}

/**
 * Answers every entry that has an id, in order.
 * @param place counts the memory that the answers take
 */
export async function answerCalls(
  chain: RpcChain,
  upstreams: Upstreams,
  { isBatch, entries }: Calls,
  place: Pick<Place, 'take'>,
): Promise<Reply> {
  const here = entries.map((entry) => answerHere(chain, entry))
  const toAsk = entries.filter((entry, index) => entry !== undefined && !here[index])
  const answers = await askNodes(
    chain,
    upstreams,
    toAsk.filter((entry) => entry !== undefined),
    place,
  )
  if (toAsk.length > 0 && answers.size === 0) return { kind: 'unavailable' }

  const texts = entries.flatMap((entry, index) => {
    // The id of an invalid request is not known.
    const id = entry ? entry.id : null
    if (id === undefined) return []
    const answer = here[index] ?? (entry && answers.get(entry)) ?? errorAnswer(JSON_RPC_ERRORS.unavailable)
    return [write(id, answer)]
  })
  if (texts.length === 0) return { kind: 'nothing' }
  return { kind: 'json', text: isBatch ? `[${texts.join()}]` : (texts[0] ?? '') }
}
