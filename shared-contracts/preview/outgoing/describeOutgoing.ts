import { decodeBase64, encodeBase58 } from '../../src/chains/bytes.ts'
import type { EvmTransactionRequest, SolanaTransactionRequest, TransactionRequest } from '../../src/transactions.ts'
import { describePsbt } from '../bitcoin/describePsbt.ts'
import type { PreviewContext } from '../context.ts'
import { describeRequest, type PreviewRequest } from '../describeRequest.ts'
import type { Description } from '../description.ts'
import { toQuantity } from '../evm/effects/quantities.ts'

/** The request as the wallet receives it, with its method name and parameters. */
function asked(request: EvmTransactionRequest | SolanaTransactionRequest): PreviewRequest {
  if (request.namespace === 'solana') {
    const transaction = encodeBase58(decodeBase64(request.transaction) ?? new Uint8Array())
    return { method: 'solana_signAndSendTransaction', params: { transaction } }
  }
  const { from, to, value, data, caipNetworkId } = request
  const chainId = toQuantity(BigInt(caipNetworkId.slice('eip155:'.length)))
  return {
    method: 'eth_sendTransaction',
    params: [{ from, to, value: toQuantity(value), chainId, ...(data && { data }) }],
  }
}

/** Describes a request of our own views. The view must then send exactly this one, and never an `unknownRequest`. */
export const describeOutgoing = (request: TransactionRequest, context: PreviewContext): Description =>
  request.namespace === 'bip122' ? describePsbt(request.psbt, context) : describeRequest(asked(request), context)
