import type { CaipNetworkId } from '@portico/contracts'
import type { History } from '@portico/contracts/services/history'
import { type Address, getAddress } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { Parts } from '../parts.ts'
import type { Activity } from './activity.ts'
import { byAge, type Position, readCursor, writeCursor } from './cursor.ts'
import { type ChainHistory, followChain } from './followChain.ts'
import { toHistoryItem } from './toHistoryItem.ts'
import { createTokenFacts, type TokenFacts } from './tokenFacts.ts'

export const PAGE_ITEMS = 50

/** What an address did, the newest first. Two implementations: an index of ours, and an explorer. */
export interface HistorySource {
  /** The chains that it knows. */
  readonly ids: readonly CaipNetworkId[]
  /**
   * @param cursor the `next` of the page before
   * @throws ServiceError `upstream.unavailable`, `request.invalid` for a cursor that is none of its own
   */
  page(networks: readonly CaipNetworkId[], address: Address, cursor?: string): Promise<History>
}

interface Indexed {
  readonly history: ChainHistory
  readonly factsOf: (token: Address) => Promise<TokenFacts>
}

interface Found extends Position {
  readonly activity: Activity
  readonly indexed: Indexed
  readonly caipNetworkId: CaipNetworkId
}

/** Reads the chains from their first block on, when it is asked for the first time. */
export function indexedHistory(
  { chains, tokens, log }: Pick<Parts, 'chains' | 'tokens' | 'log'>,
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

  async function find(caipNetworkId: CaipNetworkId, address: Address): Promise<Found[]> {
    const indexed = indexOf(caipNetworkId)
    const activities = await indexed.history.activitiesOf(address).catch(() => {
      throw new ServiceError('upstream.unavailable')
    })
    return activities.map((activity) => ({
      activity,
      indexed,
      caipNetworkId,
      timestamp: activity.timestamp,
      blockNumber: Number(activity.blockNumber),
      transactionIndex: activity.transactionIndex,
    }))
  }

  return {
    ids,
    async page(networks, text, cursor) {
      const address = getAddress(text)
      const begin = cursor === undefined ? undefined : readCursor(cursor)
      const answers = await Promise.allSettled(networks.map((id) => find(id, address)))
      const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      if (failures.length > 0 && failures.length === answers.length) throw failures[0]
      if (failures.length > 0) log.warn('the history of a chain is missing', { chains: failures.length })
      const all = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const rest = all.sort(byAge).filter((found) => !begin || byAge(begin, found) < 0)
      const shown = rest.slice(0, PAGE_ITEMS)
      const last = shown.at(-1)
      return {
        data: await Promise.all(
          shown.map(({ activity, indexed, caipNetworkId }) =>
            toHistoryItem(activity, address, caipNetworkId, indexed.factsOf),
          ),
        ),
        next: last && rest.length > shown.length ? writeCursor(last) : null,
      }
    },
  }
}
