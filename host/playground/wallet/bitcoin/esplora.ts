import { array, looseObject, number, parse, string } from 'valibot'
import { ProviderError, unreachable } from '../providerError.ts'

const Outputs = array(looseObject({ txid: string(), vout: number(), value: number() }))

export interface Unspent {
  readonly txid: string
  readonly vout: number
  /** Satoshi. */
  readonly value: bigint
}

/** The wallet's access to its chain: Esplora's REST interface. */
export interface Esplora {
  /** @throws ProviderError 4901 when it cannot be reached */
  unspent(address: string): Promise<Unspent[]>
  /**
   * @param transaction in hex
   * @returns its id
   * @throws ProviderError -32603 with the node's reason, or 4901
   */
  broadcast(transaction: string): Promise<string>
}

/** @param baseUrl e.g. `http://localhost:3002`; without it every request fails */
export function createEsplora(baseUrl: string | undefined): Esplora {
  const ask = async (path: string, init?: RequestInit) => {
    if (!baseUrl) throw unreachable()
    return fetch(`${baseUrl.replace(/\/$/, '')}${path}`, init).catch(() => {
      throw unreachable()
    })
  }

  return {
    async unspent(address) {
      const response = await ask(`/address/${address}/utxo`)
      if (!response.ok) throw unreachable()
      return parse(Outputs, await response.json()).map(({ txid, vout, value }) => ({
        txid,
        vout,
        value: BigInt(value),
      }))
    },
    async broadcast(transaction) {
      const response = await ask('/tx', { method: 'POST', body: transaction })
      const text = await response.text()
      if (!response.ok) throw new ProviderError(-32603, text)
      return text.trim()
    },
  }
}
