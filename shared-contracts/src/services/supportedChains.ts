import { array, fallback, type InferOutput, object, optional } from 'valibot'
import { CaipNetworkIdText } from './wireText.ts'

/** services.md §7.2. Needs no project id; cacheable for a day. */
export const SUPPORTED_CHAINS_PATH = '/v1/supported-chains'

export const SupportedChains = object({
  /** Chains with balances, history and prices. */
  http: array(CaipNetworkIdText),
  ws: fallback(array(CaipNetworkIdText), []),
  /** Ours: chains with `/v1/convert` routes, besides those that every client knows. */
  swap: fallback(optional(array(CaipNetworkIdText)), undefined),
})

export type SupportedChains = InferOutput<typeof SupportedChains>
