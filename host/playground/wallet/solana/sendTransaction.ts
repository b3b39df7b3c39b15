import { base58, base64 } from '@scure/base'
import type { SolanaSignAndSendTransactionOptions } from '@solana/wallet-standard-features'
import { askNode } from '../askNode.ts'
import { unreachable } from '../providerError.ts'

/**
 * Submits a signed transaction to a Solana node.
 * @returns the 64-byte signature, which identifies the transaction
 * @throws ProviderError with the node's own code and message, or 4901
 */
export async function sendTransaction(
  rpcUrl: string | undefined,
  transaction: Uint8Array,
  { commitment: _, ...options }: SolanaSignAndSendTransactionOptions = {},
): Promise<Uint8Array> {
  const params = [base64.encode(transaction), { ...options, encoding: 'base64' }]
  const signature = await askNode(rpcUrl, 'sendTransaction', params, unreachable)
  if (!signature) throw unreachable()
  return base58.decode(String(signature))
}
