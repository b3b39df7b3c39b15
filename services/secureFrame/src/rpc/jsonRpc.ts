import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { JSON_RPC_PATH } from '@portico/contracts/services/jsonRpc'
import type { Place } from '../parts.ts'
import { createExchange } from './exchange.ts'

/** So long the service may take, nodes that it tries one after another included. */
const ANSWER_TIMEOUT_MS = 20_000

interface AskOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/**
 * Asks a node of a network.
 * @throws NodeFailure where it has answered with an error, NodeUnreachable where none has answered
 */
export type AskNode = (
  caipNetworkId: CaipNetworkId,
  method: string,
  params: unknown,
  options?: AskOptions,
) => Promise<Json>

/** The JSON-RPC service (services.md §8), which knows the nodes: no page has a say in which one is asked. */
export function createJsonRpc({ settings, projectId }: Place, fetchFrom: typeof fetch): AskNode {
  const exchange = createExchange(fetchFrom)
  return async (caipNetworkId, method, params, { signal, timeoutMs = ANSWER_TIMEOUT_MS } = {}) => {
    const url = new URL(JSON_RPC_PATH, settings.services)
    url.search = new URLSearchParams({ chainId: caipNetworkId, projectId }).toString()
    // Not JSON's own type: with that one, a browser asks for leave first.
    const request = { headers: { 'Content-Type': 'text/plain' } }
    return exchange(url.href, { method, params }, { signal, timeoutMs, request })
  }
}
