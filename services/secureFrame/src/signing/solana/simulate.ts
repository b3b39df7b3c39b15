import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { base64 } from '@scure/base'
import { NOT_SIMULATED, type Outcome } from '../../approval/outcome.ts'
import type { AskNode } from '../../rpc/jsonRpc.ts'
import { NodeFailure } from '../../rpc/refuse.ts'
import type { WireTransaction } from './wireTransaction.ts'

const isRecord = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a node would take it. Its signatures need not be there yet, and its blockhash may be out of date by now. */
export async function simulateSolana(
  { bytes }: WireTransaction,
  caipNetworkId: CaipNetworkId,
  ask: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: 'confirmed' }
  try {
    const answer = await ask(caipNetworkId, 'simulateTransaction', [base64.encode(bytes), options], { signal })
    const value = isRecord(answer) ? answer.value : undefined
    if (!isRecord(value) || value.err === undefined) return NOT_SIMULATED
    return value.err === null ? { status: 'succeeds' } : { status: 'reverts' }
  } catch (error) {
    if (error instanceof NodeFailure) return NOT_SIMULATED
    throw error
  }
}
