import type { Output, Transaction } from './toEsplora.ts'

export interface Spending {
  readonly txid: string
  /** The index of the input that spends the output. */
  readonly vin: number
}

export type TransactionIndex = ReturnType<typeof createIndex>

const outpoint = (txid: string, vout: number) => `${txid}:${vout}`

/** Maps addresses to their transactions, and outputs to their spenders. */
export function createIndex() {
  const transactions = new Map<string, Transaction>()
  const byAddress = new Map<string, Set<string>>()
  const spendings = new Map<string, Spending>()

  const addressesOf = ({ vin, vout }: Transaction) =>
    new Set([...vin.map(({ prevout }) => prevout), ...vout].flatMap((output) => output?.scriptpubkey_address ?? []))

  /** Unconfirmed transactions first, then from the latest block to the first; within a block, the last comes first. */
  const heightOf = ({ status }: Transaction) => (status.confirmed ? status.block_height : Number.POSITIVE_INFINITY)

  return {
    /** Adds a transaction, or replaces what is known of it. */
    add(transaction: Transaction) {
      const { txid } = transaction
      this.remove(txid)
      transactions.set(txid, transaction)
      for (const address of addressesOf(transaction)) {
        byAddress.set(address, (byAddress.get(address) ?? new Set()).add(txid))
      }
      for (const [index, { txid: from, vout, is_coinbase }] of transaction.vin.entries()) {
        if (!is_coinbase) spendings.set(outpoint(from, vout), { txid, vin: index })
      }
    },

    /** Removes a replaced or dropped transaction. */
    remove(txid: string) {
      const transaction = transactions.get(txid)
      if (!transaction) return
      transactions.delete(txid)
      for (const address of addressesOf(transaction)) byAddress.get(address)?.delete(txid)
      for (const { txid: from, vout } of transaction.vin) {
        if (spendings.get(outpoint(from, vout))?.txid === txid) spendings.delete(outpoint(from, vout))
      }
    },

    clear() {
      for (const map of [transactions, byAddress, spendings]) map.clear()
    },

    get: (txid: string): Transaction | undefined => transactions.get(txid),
    output: (txid: string, vout: number): Output | undefined => transactions.get(txid)?.vout[vout],
    spending: (txid: string, vout: number): Spending | undefined => spendings.get(outpoint(txid, vout)),

    unconfirmed: (): Transaction[] => [...transactions.values()].filter(({ status }) => !status.confirmed),

    history: (address: string): Transaction[] =>
      [...(byAddress.get(address) ?? [])]
        .flatMap((txid) => transactions.get(txid) ?? [])
        .reverse()
        .sort((a, b) => {
          const [first, second] = [heightOf(a), heightOf(b)]
          return first === second ? 0 : second - first
        }),
  }
}
