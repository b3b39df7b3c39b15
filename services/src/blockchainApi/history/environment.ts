import type { CaipNetworkId } from '@portico/contracts'
import { optional, pipe, rawTransform, string } from 'valibot'
import { parseRpcChain } from '../../jsonRpc/upstreamList.ts'
import type { BalancesOptions } from '../balances/environment.ts'

const INDEXED = 'must be a list of CAIP-2 ids of eip155 with commas between them'

const IndexedChains = pipe(
  string(),
  rawTransform<string, readonly CaipNetworkId[]>(({ dataset, addIssue, NEVER }) => {
    const chains = dataset.value.split(',').map((text) => parseRpcChain(text.trim()))
    const ids = chains.flatMap((chain) => (chain?.namespace === 'eip155' ? [chain.caipNetworkId] : []))
    if (ids.length === chains.length) return [...new Set(ids)]
    addIssue({ message: INDEXED })
    return NEVER
  }),
)

/** The environment variables of this part, for `environment.ts` of the process. */
export const historyEnvironment = {
  /** Local chains: all their blocks are read, and their history is kept in memory. */
  HISTORY_INDEXED_CHAINS: optional(IndexedChains),
}

/** Shares the explorers of the balances: `balancesEnvironment` reads them for both. */
export interface HistoryOptions extends BalancesOptions {
  readonly indexed?: readonly CaipNetworkId[] | undefined
}

export const historyOptions = (values: {
  readonly HISTORY_INDEXED_CHAINS?: readonly CaipNetworkId[] | undefined
}): HistoryOptions => ({ indexed: values.HISTORY_INDEXED_CHAINS })
