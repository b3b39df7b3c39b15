import type { ReadTransaction } from './readTransaction.ts'
import type { TransactionError } from './transactionErrors.ts'

/** The record of an executed transaction. */
export interface TransactionRecord {
  readonly signature: string
  readonly slot: number
  /** In seconds. */
  readonly blockTime: number
  readonly transaction: ReadTransaction
  /** Accounts of the message, then the writable and the read-only accounts of its lookup tables. */
  readonly keys: readonly string[]
  readonly error: TransactionError | null
  readonly memo: string | null
  /** In the format of `getTransaction`. */
  readonly meta: Readonly<Record<string, unknown>>
}

/** Enough for every test. Limits the memory of a chain that runs for weeks. */
const CAPACITY = 10_000

export interface History {
  add(record: TransactionRecord): void
  get(signature: string): TransactionRecord | undefined
  /** An address's transactions, the latest first. */
  of(address: string): TransactionRecord[]
  readonly count: number
}

export function createHistory(capacity = CAPACITY): History {
  const bySignature = new Map<string, TransactionRecord>()
  const byAddress = new Map<string, Set<TransactionRecord>>()
  let count = 0

  function forgetOldest() {
    const [oldest] = bySignature.values()
    if (!oldest) return
    bySignature.delete(oldest.signature)
    for (const key of oldest.keys) {
      const records = byAddress.get(key)
      records?.delete(oldest)
      if (records?.size === 0) byAddress.delete(key)
    }
  }

  return {
    add(record) {
      count++
      bySignature.set(record.signature, record)
      for (const key of record.keys) {
        const records = byAddress.get(key) ?? new Set()
        byAddress.set(key, records.add(record))
      }
      if (bySignature.size > capacity) forgetOldest()
    },
    get: (signature) => bySignature.get(signature),
    of: (address) => [...(byAddress.get(address) ?? [])].reverse(),
    get count() {
      return count
    },
  }
}
