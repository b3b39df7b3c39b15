import type { SentTransaction } from '@portico/contracts'
import { type Entry, fromSent } from './entry.ts'
import type { HistoryList } from './historyList.ts'

/** EVM hashes are case-insensitive; those of other families are not. */
export const hashKey = (hash: string): string => (hash.startsWith('0x') ? hash.toLowerCase() : hash)

export interface Timeline {
  /** Not in a block yet. */
  readonly pending: readonly Entry[]
  /** Newest first. */
  readonly past: readonly Entry[]
}

const byTime = (one: Entry, other: Entry) => other.at - one.at

/**
 * Merges the service's history with transactions sent from here that the service does not list yet.
 * @param sent transactions of this account on this network
 */
export function withSent({ entries = [], next }: HistoryList, sent: readonly SentTransaction[]): Timeline {
  const own = new Map(sent.map((one) => [hashKey(one.hash), one]))
  // Either source may lag by a few seconds, so a status that is final in one source counts as final.
  const known = entries.map((entry) => {
    const phase = entry.status === 'pending' && own.get(hashKey(entry.hash))?.phase
    return phase ? { ...entry, status: phase } : entry
  })
  const listed = new Set(entries.map(({ hash }) => hashKey(hash)))
  const oldest = next === undefined ? undefined : entries.at(-1)?.at
  const unlisted = sent
    .filter(({ hash, phase, sentAt, replacedBy }) => {
      // A repriced transaction is listed under the hash of its replacement.
      if (phase !== 'replaced' && replacedBy !== undefined && listed.has(hashKey(replacedBy))) return false
      // An older transaction may come with a later page.
      const isInReach = phase === 'pending' || oldest === undefined || sentAt >= oldest
      return isInReach && !listed.has(hashKey(hash))
    })
    .map(fromSent)
  // Services order by block, and block clocks can go back (Bitcoin's by two hours), which would start a month twice.
  const all = [...known, ...unlisted].sort(byTime)
  return {
    pending: all.filter(({ status }) => status === 'pending'),
    past: all.filter(({ status }) => status !== 'pending'),
  }
}
