import { isModalError } from '@portico/contracts'
import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { Nodes, Sight } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

/** Esplora answers 404 for what it does not have. */
const NOT_FOUND = 404

const isMissing = (error: unknown) =>
  isModalError(error) && error.code === 'node.refused' && error.details.code === NOT_FOUND

/** Confirmed: a block has it. BIP-125: another one that spends the same may take its place until then. */
export async function lookBitcoin(transaction: TrackedTransaction, nodes: Nodes): Promise<Sight> {
  const { caipNetworkId, hash, spends } = transaction
  const ask = (path: string) =>
    nodes.askEsplora(caipNetworkId, path).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })

  const status = await ask(`/tx/${hash}/status`)
  // Of what it does not have, some servers say that it is not confirmed.
  if (isRecord(status) && status.confirmed === true) return { phase: 'confirmed' }
  if (spends) {
    const spent = await ask(`/tx/${spends.txid}/outspend/${spends.vout}`)
    if (isRecord(spent) && spent.spent === true && typeof spent.txid === 'string') {
      return spent.txid === hash ? { phase: 'pending' } : { phase: 'replaced', replacedBy: spent.txid }
    }
    return { phase: 'unknown' }
  }
  return { phase: isRecord(status) ? 'pending' : 'unknown' }
}
