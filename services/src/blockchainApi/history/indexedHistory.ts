import type { CaipNetworkId } from '@portico/contracts'
import { pipe, regex, string, transform } from 'valibot'
import { getAddress } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import { readPart } from '../cursor.ts'
import type { Parts } from '../parts.ts'
import type { Activity } from './activity.ts'
import { type ChainHistory, followChain } from './followChain.ts'
import { type HistorySource, PAGE_ITEMS } from './historySource.ts'
import { toHistoryItem } from './toHistoryItem.ts'
import { createTokenFacts, type FactsOf } from './tokenFacts.ts'

interface Indexed {
  readonly history: ChainHistory
  readonly factsOf: FactsOf
}

/** The block number, and the index of the transaction in the block. */
const Position = pipe(
  string(),
  regex(/^\d{1,15}\.\d{1,9}$/),
  transform((text) => text.split('.').map(Number) as [blockNumber: number, transactionIndex: number]),
)

const after = ({ blockNumber, transactionIndex }: Activity) => JSON.stringify(`${blockNumber}.${transactionIndex}`)

const isBefore = (activity: Activity, [blockNumber, transactionIndex]: readonly [number, number]) => {
  const blocks = Number(activity.blockNumber) - blockNumber
  return blocks < 0 || (blocks === 0 && activity.transactionIndex < transactionIndex)
}

/** History from the service's own index, which reads a chain from its first block when it is first requested. */
export function indexedHistory(
  { chains, tokens }: Pick<Parts, 'chains' | 'tokens'>,
  ids: readonly CaipNetworkId[],
): HistorySource {
  const indexedBy = new Map<CaipNetworkId, Indexed>()

  function indexOf(caipNetworkId: CaipNetworkId): Indexed {
    const known = indexedBy.get(caipNetworkId)
    if (known) return known
    const client = chains.evm(caipNetworkId)
    const indexed = { history: followChain(client), factsOf: createTokenFacts(client, caipNetworkId, tokens) }
    indexedBy.set(caipNetworkId, indexed)
    return indexed
  }

  return {
    ids,
    async page(caipNetworkId, text, begin) {
      if (!ids.includes(caipNetworkId)) throw new ServiceError('chain.unsupported')
      const address = getAddress(text)
      const position = begin === undefined ? undefined : readPart(Position, begin)
      const { history, factsOf } = indexOf(caipNetworkId)
      const all = await history.activitiesOf(address).catch(() => {
        throw new ServiceError('upstream.unavailable')
      })
      const rest = all.filter((activity) => !position || isBefore(activity, position)).reverse()
      const entries = rest.slice(0, PAGE_ITEMS).map((activity) => ({
        timestamp: activity.timestamp,
        after: after(activity),
        read: () => toHistoryItem(activity, address, caipNetworkId, factsOf),
      }))
      return { entries, hasMore: rest.length > entries.length }
    },
  }
}
