import type { EvmTransactionRequest, SolanaTransactionRequest, TransactionRequest } from '../../src/transactions.ts'
import { describePsbt } from '../bitcoin/describePsbt.ts'
import { base58Of } from '../bytes.ts'
import type { PreviewContext } from '../context.ts'
import { describeRequest, type PreviewRequest } from '../describeRequest.ts'
import type { Description } from '../description.ts'
import { toQuantity } from '../evm/effects/quantities.ts'

/** Base64 to bytes; none where it is no base64. */
export function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** What the wallet is asked, by the name and parameters that it knows. */
function asked(request: EvmTransactionRequest | SolanaTransactionRequest): PreviewRequest {
  if (request.namespace === 'solana') {
    const transaction = base58Of(bytesOfBase64(request.transaction))
    return { method: 'solana_signAndSendTransaction', params: { transaction } }
  }
  const { from, to, value, data, caipNetworkId } = request
  const chainId = toQuantity(BigInt(caipNetworkId.slice('eip155:'.length)))
  return {
    method: 'eth_sendTransaction',
    params: [{ from, to, value: toQuantity(value), chainId, ...(data && { data }) }],
  }
}

/**
 * Says what one of our own views is about to have signed: the very request that it then sends. Nothing is to be sent where
 * the kind is `unknownRequest`.
 */
export const describeOutgoing = (request: TransactionRequest, context: PreviewContext): Description =>
  request.namespace === 'bip122' ? describePsbt(request.psbt, context) : describeRequest(asked(request), context)
