import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { JSON_RPC_PATH } from '@portico/contracts/services/jsonRpc'
import type { Place } from '../interfaces.ts'
import { createExchange } from './exchange.ts'

/** How long the service may take, including the nodes that it tries one after another. */
const ANSWER_TIMEOUT_MS = 20_000

interface AskOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** Asks a node of a network. @throws NodeFailure for an error answer, NodeUnreachable if no node has answered */
export type AskNode = (
  caipNetworkId: CaipNetworkId,
  method: string,
  params: unknown,
  options?: AskOptions,
) => Promise<Json>

/** The client of the JSON-RPC service (services.md §8). The service chooses the node; pages cannot. */
export function createJsonRpc({ settings, projectId }: Place, fetchFrom: typeof fetch): AskNode {
  const exchange = createExchange(fetchFrom)
  return async (caipNetworkId, method, params, { signal, timeoutMs = ANSWER_TIMEOUT_MS } = {}) => {
    const url = new URL(JSON_RPC_PATH, settings.services)
    url.search = new URLSearchParams({ chainId: caipNetworkId, projectId }).toString()
    // Not `application/json`, which would make the browser send a preflight.
    const request = { headers: { 'Content-Type': 'text/plain' } }
    return exchange(url.href, { method, params }, { signal, timeoutMs, request })
  }
}
