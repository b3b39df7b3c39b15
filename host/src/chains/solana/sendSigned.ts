import type { Network } from '@portico/contracts'
import { encodeBase64 } from '@portico/contracts/chains/bytes'
import { RpcError } from '../rpcCall.ts'
import { solanaRpc } from './balance.ts'
import { firstSignature, signatureText } from './bytes.ts'
import type { SendOptions } from './solanaWallet.ts'

/**
 * Sends a transaction that is signed, by the nodes of its network.
 * @returns its signature, in base58; also where nobody has answered: a node may have taken it, and it is to be looked for
 * @throws RpcError the node's own error
 */
export async function sendSigned(network: Network, signed: Uint8Array, options: SendOptions): Promise<string> {
  const params = [encodeBase64(signed), { ...options, encoding: 'base64' }]
  try {
    return signatureText(await solanaRpc(network).request({ method: 'sendTransaction', params }))
  } catch (error) {
    if (error instanceof RpcError && !/already been processed/i.test(error.message)) throw error
    // This try or an earlier one may have arrived, though its answer has not: it is known by its first signature.
    return firstSignature(signed)
  }
}
