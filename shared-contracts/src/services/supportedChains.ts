import { array, fallback, type InferOutput, object, optional } from 'valibot'
import { CaipNetworkIdText } from './wireText.ts'

/** services.md §7.2. Needs no project id; cacheable for a day. */
export const SUPPORTED_CHAINS_PATH = '/v1/supported-chains'

export const SupportedChains = object({
  /** The chains that have balances, history and prices. */
  http: array(CaipNetworkIdText),
  ws: fallback(array(CaipNetworkIdText), []),
  /** Our own addition: the chains with routes in `/v1/convert`, in addition to those that every client knows. */
  swap: fallback(optional(array(CaipNetworkIdText)), undefined),
})

export type SupportedChains = InferOutput<typeof SupportedChains>
