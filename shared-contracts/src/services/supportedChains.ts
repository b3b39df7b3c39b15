import { array, fallback, type InferOutput, object, optional } from 'valibot'
import { CaipNetworkIdText } from './wireText.ts'

/** services.md §7.2. Needs no project id; good for a day. */
export const SUPPORTED_CHAINS_PATH = '/v1/supported-chains'

export const SupportedChains = object({
  /** Where balances, history and prices can be asked for. */
  http: array(CaipNetworkIdText),
  ws: fallback(array(CaipNetworkIdText), []),
  /** Ours: where `/v1/convert` has routes, beside those that every client knows. */
  swap: fallback(optional(array(CaipNetworkIdText)), undefined),
})

export type SupportedChains = InferOutput<typeof SupportedChains>
