import { type CaipNetworkId, type NodeRequest, parseCaipNetworkId } from '@portico/contracts'
import { lookBitcoin } from './lookBitcoin.ts'
import { lookEvm } from './lookEvm.ts'
import { lookSolana } from './lookSolana.ts'
import type { TrackedTransaction } from './tracked.ts'

/** The chain queries that reveal the status of a transaction. */
export interface Nodes {
  askNode(request: NodeRequest): Promise<unknown>
  askEsplora(caipNetworkId: CaipNetworkId, path: string): Promise<unknown>
}

/** What one query has found. `unknown`: no node knows the transaction, which may be temporary. */
export interface ChainStatus extends Pick<TrackedTransaction, 'replacedBy' | 'nonce' | 'reason'> {
  readonly phase: TrackedTransaction['phase'] | 'unknown'
}

const lookers = { eip155: lookEvm, solana: lookSolana, bip122: lookBitcoin }

/** Queries the status once. @throws whatever `nodes` throw */
export async function look(transaction: TrackedTransaction, nodes: Nodes): Promise<ChainStatus> {
  const { namespace } = parseCaipNetworkId(transaction.caipNetworkId)
  if (namespace !== 'eip155' && namespace !== 'solana' && namespace !== 'bip122') return { phase: 'unknown' }
  return lookers[namespace](transaction, nodes)
}
