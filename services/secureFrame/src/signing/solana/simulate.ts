import { type PreviewContext, solanaOutcome } from '@portico/contracts/preview'
import { base64 } from '@scure/base'
import { NOT_SIMULATED, type Outcome } from '../../approval/outcome.ts'
import type { AskNode } from '../../rpc/jsonRpc.ts'
import { NodeFailure } from '../../rpc/refuse.ts'
import type { WireTransaction } from './wireTransaction.ts'

/** What would change, as far as a node can tell, even if signatures are missing or the blockhash has expired. */
export async function simulateSolana(
  { bytes }: WireTransaction,
  context: PreviewContext,
  ask: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await solanaOutcome(base64.encode(bytes), context, (method, params) =>
      ask(context.caipNetworkId, method, params, { signal }),
    )
  } catch (error) {
    if (error instanceof NodeFailure) return NOT_SIMULATED
    throw error
  }
}
