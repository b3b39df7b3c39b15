import { disconnected, ProviderError } from './providerError.ts'
import type { WalletState } from './walletState.ts'

interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Passes a request on to the node of the active chain. */
export async function askChain(state: WalletState, method: string, params: unknown): Promise<unknown> {
  const url = state.rpcUrl()
  if (!url) throw disconnected(state.chainId)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch(() => {
    throw disconnected(state.chainId)
  })
  const { result, error } = (await response.json()) as RpcAnswer
  if (error) throw new ProviderError(error.code, error.message, error.data)
  return result
}
