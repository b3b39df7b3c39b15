import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import { solanaReason } from '@portico/contracts/solana'
import type { ChainStatus, Nodes } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

/** Height and status may come from different nodes; one node may lag behind the other by this many blocks. */
const BEHIND_BLOCKS = 60

/** A status from `confirmed` on: two thirds of the stake have voted for the transaction's block. */
const DONE: readonly unknown[] = ['confirmed', 'finalized']

export async function lookSolana(transaction: TrackedTransaction, nodes: Nodes): Promise<ChainStatus> {
  const { caipNetworkId, hash, lastValidBlockHeight } = transaction
  const ask = (method: string, ...params: readonly unknown[]) => nodes.askNode({ caipNetworkId, method, params })
  // Queried before the status: the transaction may be included in between, but never after its last valid block.
  const height =
    lastValidBlockHeight === undefined ? undefined : await ask('getBlockHeight', { commitment: 'confirmed' })
  const answer = await ask('getSignatureStatuses', [hash], { searchTransactionHistory: true })
  const [status] = isRecord(answer) && Array.isArray(answer.value) ? answer.value : []
  if (isRecord(status)) {
    if (status.err !== null && status.err !== undefined) return { phase: 'failed', reason: solanaReason(status.err) }
    return { phase: DONE.includes(status.confirmationStatus) ? 'confirmed' : 'pending' }
  }
  const isPast =
    typeof height === 'number' && lastValidBlockHeight !== undefined && height > lastValidBlockHeight + BEHIND_BLOCKS
  return { phase: isPast ? 'dropped' : 'unknown' }
}
