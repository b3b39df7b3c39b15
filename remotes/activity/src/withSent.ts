import type { SentTransaction } from '@portico/contracts'
import { type Entry, fromSent } from './entry.ts'
import type { HistoryList } from './historyList.ts'

/** EVM hashes are written in two ways; others in one, and case tells them apart. */
export const hashKey = (hash: string): string => (hash.startsWith('0x') ? hash.toLowerCase() : hash)

export interface Told {
  /** Of which no block has been seen yet. */
  readonly pending: readonly Entry[]
  /** The newest first. */
  readonly past: readonly Entry[]
}

const byTime = (one: Entry, other: Entry) => other.at - one.at

/**
 * What the service knows, and what was sent from here and it does not know yet.
 * @param sent by this account on this network
 */
export function withSent({ entries = [], next }: HistoryList, sent: readonly SentTransaction[]): Told {
  const own = new Map(sent.map((one) => [hashKey(one.hash), one]))
  // Each may be a few seconds behind the other. What is final for one of the two is final.
  const known = entries.map((entry) => {
    const phase = entry.status === 'pending' && own.get(hashKey(entry.hash))?.phase
    return phase ? { ...entry, status: phase } : entry
  })
  const listed = new Set(entries.map(({ hash }) => hashKey(hash)))
  const oldest = next === undefined ? undefined : entries.at(-1)?.at
  const unlisted = sent
    .filter(({ hash, phase, sentAt, replacedBy }) => {
      // Sent once more with another fee: it is listed by the hash of that one.
      if (phase !== 'replaced' && replacedBy !== undefined && listed.has(hashKey(replacedBy))) return false
      // Further down it may come with one of the next pages.
      const isInReach = phase === 'pending' || oldest === undefined || sentAt >= oldest
      return isInReach && !listed.has(hashKey(hash))
    })
    .map(fromSent)
  // Services go by blocks, and the clocks of these go back at times (Bitcoin's by two hours): a month would begin twice.
  const all = [...known, ...unlisted].sort(byTime)
  return {
    pending: all.filter(({ status }) => status === 'pending'),
    past: all.filter(({ status }) => status !== 'pending'),
  }
}
