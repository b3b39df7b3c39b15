import { ANSWER_BOUNDS, copyJson, type Json } from '@portico/contracts/embeddedWallet/json'
import { JsonRpcResponse } from '@portico/contracts/services/jsonRpc'
import { safeParse } from 'valibot'
import { NodeFailure, NodeUnreachable } from './refuse.ts'

interface Call {
  readonly method: string
  readonly params: unknown
}

interface ExchangeOptions {
  /** Aborts when the answer is no longer needed. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  /** Further options of the request, at least its headers. */
  readonly request: RequestInit
}

/** Makes one JSON-RPC 2.0 call, within a time limit and with bounds for the answer. */
export type Exchange = (url: string, call: Call, options: ExchangeOptions) => Promise<Json>

/** The returned function rejects with NodeFailure for an error answer, and with NodeUnreachable without an answer. */
export function createExchange(fetchFrom: typeof fetch): Exchange {
  let last = 0
  return async (url, { method, params }, { signal, timeoutMs, request }) => {
    last += 1
    const id = last
    const limit = AbortSignal.timeout(timeoutMs)
    let answer: unknown
    try {
      const response = await fetchFrom(url, {
        ...request,
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      answer = await response.json()
    } catch {
      throw new NodeUnreachable()
    }
    const read = safeParse(JsonRpcResponse, answer)
    if (!read.success || read.output.id !== id) throw new NodeUnreachable()
    if ('error' in read.output) throw new NodeFailure(read.output.error.code, read.output.error.message)
    const result = copyJson(read.output.result, ANSWER_BOUNDS)
    if (result === undefined) throw new NodeUnreachable()
    return result
  }
}
