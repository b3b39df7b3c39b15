import { isModalError } from '@portico/contracts'
import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { ChainStatus, Nodes } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

/** Esplora answers 404 for an unknown transaction. */
const NOT_FOUND = 404

const isMissing = (error: unknown) =>
  isModalError(error) && error.code === 'node.refused' && error.details.code === NOT_FOUND

/** Whether another transaction pays the same recipient the same amount: then the wallet resent it with another fee. */
function isSamePayment({ note }: TrackedTransaction, other: unknown): boolean {
  if (note?.to === undefined || !isRecord(other) || !Array.isArray(other.vout)) return false
  return other.vout.some(
    (output) => isRecord(output) && output.scriptpubkey_address === note.to && String(output.value) === note.amount,
  )
}

/** A transaction in a block is confirmed. Before that, another that spends the same output may replace it (BIP-125). */
export async function lookBitcoin(transaction: TrackedTransaction, nodes: Nodes): Promise<ChainStatus> {
  const { caipNetworkId, hash, spends } = transaction
  const ask = (path: string) =>
    nodes.askEsplora(caipNetworkId, path).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })

  const status = await ask(`/tx/${hash}/status`)
  // Some servers report an unknown transaction as unconfirmed.
  if (isRecord(status) && status.confirmed === true) return { phase: 'confirmed' }
  if (spends) {
    const spent = await ask(`/tx/${spends.txid}/outspend/${spends.vout}`)
    if (isRecord(spent) && spent.spent === true && typeof spent.txid === 'string') {
      const { txid, status: place } = spent
      if (txid === hash || !isRecord(place) || place.confirmed !== true) return { phase: 'pending' }
      const isSame = isSamePayment(transaction, await ask(`/tx/${txid}`))
      return { phase: isSame ? 'confirmed' : 'replaced', replacedBy: txid }
    }
    return { phase: 'unknown' }
  }
  return { phase: isRecord(status) ? 'pending' : 'unknown' }
}
