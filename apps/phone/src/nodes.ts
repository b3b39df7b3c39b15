import { array, number, object, parse, string } from 'valibot'
import { RequestError } from './requestError.ts'

/** @throws RequestError -32000 if there is no answer */
const request = (url: string, init?: RequestInit, name = url): Promise<Response> =>
  fetch(url, init).catch((cause) => {
    throw new RequestError(-32000, `${name} does not answer.`, { cause })
  })

/**
 * Sends a request to a JSON-RPC node.
 * @throws RequestError with the node's own code and message, or -32000 if there is no answer
 */
export async function askNode(url: string, method: string, params: unknown[]): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await request(url, { method: 'POST', headers, body }, `The node at ${url}`)
  const { result, error } = await response.json()
  if (error) throw new RequestError(error.code, error.message)
  return result
}

const Coins = array(object({ txid: string(), vout: number(), value: number() }))

async function askEsplora(url: string, init?: RequestInit): Promise<Response> {
  const response = await request(url, init)
  if (!response.ok) throw new RequestError(-32000, await response.text())
  return response
}

/** An address's unspent outputs. Values are in satoshis. */
export async function readCoins(url: string, address: string) {
  const response = await askEsplora(`${url}/address/${address}/utxo`)
  return parse(Coins, await response.json())
}

/** @param transaction hex @returns its id @throws RequestError with the node's reason for rejecting it */
export async function broadcast(url: string, transaction: string): Promise<string> {
  const response = await askEsplora(`${url}/tx`, { method: 'POST', body: transaction })
  return response.text()
}
