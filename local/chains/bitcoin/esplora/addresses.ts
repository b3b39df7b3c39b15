import type { TransactionIndex } from './createIndex.ts'
import type { Transaction } from './toEsplora.ts'

/** Unspent outputs, the latest first. An output that an unconfirmed transaction spends counts as spent. */
export const unspentOutputs = (address: string, index: TransactionIndex) =>
  index
    .history(address)
    .flatMap(({ txid, vout: outputs, status }) =>
      outputs.flatMap(({ scriptpubkey_address, value }, vout) =>
        scriptpubkey_address === address && !index.spending(txid, vout) ? [{ txid, vout, status, value }] : [],
      ),
    )

/** Confirmed and unconfirmed sums of an address, received and spent. */
export function addressStats(address: string, index: TransactionIndex) {
  const history = index.history(address)
  return {
    address,
    chain_stats: statsOf(
      address,
      history.filter(({ status }) => status.confirmed),
    ),
    mempool_stats: statsOf(
      address,
      history.filter(({ status }) => !status.confirmed),
    ),
  }
}

function statsOf(address: string, transactions: readonly Transaction[]) {
  const values = (outputs: readonly ({ scriptpubkey_address?: string | undefined; value: number } | null)[]) =>
    outputs.flatMap((output) => (output?.scriptpubkey_address === address ? output.value : []))
  const funded = transactions.flatMap(({ vout }) => values(vout))
  const spent = transactions.flatMap(({ vin }) => values(vin.map(({ prevout }) => prevout)))
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
    tx_count: transactions.length,
  }
}
