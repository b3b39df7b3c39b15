import { ProviderError } from './providerError.ts'

interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/**
 * Passes a request on to a node.
 * @throws ProviderError with the node's own code and message; `unreachable` if there is no answer
 */
export async function askNode(
  url: string | undefined,
  method: string,
  params: unknown,
  unreachable: () => ProviderError,
): Promise<unknown> {
  if (!url) throw unreachable()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch(() => {
    throw unreachable()
  })
  const { result, error } = (await response.json()) as RpcAnswer
  if (error) throw new ProviderError(error.code, error.message, error.data)
  return result
}
