import { RequestError } from './requestError.ts'

/**
 * Sends a request to a JSON-RPC node.
 * @throws RequestError with the node's own code and message, or -32000 if there is no answer
 */
export async function askNode(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }).catch((cause) => {
    throw new RequestError(-32000, `The node at ${url} does not answer.`, { cause })
  })
  const { result, error } = await response.json()
  if (error) throw new RequestError(error.code, error.message)
  return result
}
