import type { CaipNetworkId } from '@portico/contracts'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'
import { parsed, type Values, variable } from '../../variables.ts'
import type { BalancesOptions } from '../balances/environment.ts'

const INDEXED = 'must be a list of CAIP-2 ids of eip155 with commas between them'

/** @returns undefined if `text` is malformed */
function parseChainIds(text: string): readonly CaipNetworkId[] | undefined {
  const chains = text.split(',').map((part) => parseRpcChain(part.trim()))
  const ids = chains.flatMap((chain) => (chain?.namespace === 'eip155' ? [chain.caipNetworkId] : []))
  return ids.length === chains.length ? [...new Set(ids)] : undefined
}

/** The environment variables of this part, which `environment.ts` of the process reads. */
export const historyEnvironment = {
  HISTORY_INDEXED_CHAINS: variable(
    parsed(parseChainIds, INDEXED),
    'chains of your own, by CAIP-2 ids of `eip155`: all their blocks are read, and their history is kept in memory',
  ),
}

/** The explorers are shared with the balances, so `balancesEnvironment` reads them for both. */
export interface HistoryOptions extends BalancesOptions {
  readonly indexed?: readonly CaipNetworkId[] | undefined
}

export const historyOptions = (values: Values<typeof historyEnvironment>): HistoryOptions => ({
  indexed: values.HISTORY_INDEXED_CHAINS,
})
