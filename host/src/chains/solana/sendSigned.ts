import type { Network } from '@portico/contracts'
import { encodeBase64 } from '@portico/contracts/chains/bytes'
import { RpcError } from '../rpcCall.ts'
import { solanaRpc } from './balance.ts'
import { firstSignature, signatureText } from './bytes.ts'
import type { SendOptions } from './solanaWallet.ts'

/**
 * Submits a signed transaction to the nodes of its network.
 * @returns the transaction's signature in base58, even if no node answered, because one may have accepted the
 *   transaction
 * @throws RpcError for an error from the node
 */
export async function sendSigned(network: Network, signed: Uint8Array, options: SendOptions): Promise<string> {
  const params = [encodeBase64(signed), { ...options, encoding: 'base64' }]
  try {
    return signatureText(await solanaRpc(network).request({ method: 'sendTransaction', params }))
  } catch (error) {
    if (error instanceof RpcError && !/already been processed/i.test(error.message)) throw error
    // This or an earlier attempt may have arrived without an answer; the first signature identifies the transaction.
    return firstSignature(signed)
  }
}
