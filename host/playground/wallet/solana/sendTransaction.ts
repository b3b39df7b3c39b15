import { base58, base64 } from '@scure/base'
import type { SolanaSignAndSendTransactionOptions } from '@solana/wallet-standard-features'
import { ProviderError } from '../providerError.ts'

interface RpcAnswer {
  readonly result?: string
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

const unreachable = () => new ProviderError(4901, 'The wallet cannot reach the node of this chain.')

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
  if (!rpcUrl) throw unreachable()
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [base64.encode(transaction), { ...options, encoding: 'base64' }],
    }),
  }).catch(() => {
    throw unreachable()
  })
  const { result, error } = (await response.json()) as RpcAnswer
  if (error) throw new ProviderError(error.code, error.message, error.data)
  if (!result) throw unreachable()
  return base58.decode(result)
}
