import { array, number, object, parse, string } from 'valibot'
import { RequestError } from './requestError.ts'

const Coins = array(object({ txid: string(), vout: number(), value: number() }))

async function ask(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((cause) => {
    throw new RequestError(-32000, `${url} does not answer.`, { cause })
  })
  if (!response.ok) throw new RequestError(-32000, await response.text())
  return response
}

/** An address's unspent outputs. Values are in satoshis. */
export async function readCoins(url: string, address: string) {
  const response = await ask(`${url}/address/${address}/utxo`)
  return parse(Coins, await response.json())
}

/** @param transaction hex @returns its id @throws RequestError with the node's reason for rejecting it */
export async function broadcast(url: string, transaction: string): Promise<string> {
  const response = await ask(`${url}/tx`, { method: 'POST', body: transaction })
  return response.text()
}
