import type { Json } from '@portico/contracts/embeddedWallet/json'
import { Refused } from '../messages/channel.ts'
import { createExchange } from '../rpc/exchange.ts'

/** A bundler that takes longer counts as unreachable. */
const ANSWER_TIMEOUT_MS = 15_000

const REQUEST: RequestInit = { headers: { 'Content-Type': 'application/json' }, referrerPolicy: 'no-referrer' }

/**
 * Asks a network's bundler (ERC-7769).
 * @throws NodeFailure, NodeUnreachable, Refused `methodNotAllowed` if the network has no bundler
 */
export type AskBundler = (chainId: number, method: string, params: unknown, signal?: AbortSignal) => Promise<Json>

/** @param bundlers the operator's bundlers, never a page's, keyed by CAIP-2 id */
export function createAskBundler(bundlers: Readonly<Record<string, string>>, fetchFrom: typeof fetch): AskBundler {
  const exchange = createExchange(fetchFrom)
  return async (chainId, method, params, signal) => {
    const url = bundlers[`eip155:${chainId}`]
    if (url === undefined) throw new Refused('methodNotAllowed')
    return exchange(url, { method, params }, { signal, timeoutMs: ANSWER_TIMEOUT_MS, request: REQUEST })
  }
}
