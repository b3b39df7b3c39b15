import { array, looseObject, number, parse, string } from 'valibot'
import { ProviderError, unreachable } from '../providerError.ts'

const Outputs = array(looseObject({ txid: string(), vout: number(), value: number() }))

export interface Unspent {
  readonly txid: string
  readonly vout: number
  /** Satoshi. */
  readonly value: bigint
}

/** The wallet's access to its chain: Esplora's REST interface. @param baseUrl e.g. `http://localhost:3002`; without it every request fails */
export function createEsplora(baseUrl: string | undefined) {
  const ask = async (path: string, init?: RequestInit) => {
    if (!baseUrl) throw unreachable()
    return fetch(`${baseUrl.replace(/\/$/, '')}${path}`, init).catch(() => {
      throw unreachable()
    })
  }

  return {
    /** @throws ProviderError 4901 when the server cannot be reached */
    async unspent(address: string): Promise<Unspent[]> {
      const response = await ask(`/address/${address}/utxo`)
      if (!response.ok) throw unreachable()
      return parse(Outputs, await response.json()).map(({ txid, vout, value }) => ({
        txid,
        vout,
        value: BigInt(value),
      }))
    },
    /**
     * Sends a transaction, in hex.
     * @returns its id
     * @throws ProviderError -32603 with the node's reason, or 4901
     */
    async broadcast(transaction: string): Promise<string> {
      const response = await ask('/tx', { method: 'POST', body: transaction })
      const text = await response.text()
      if (!response.ok) throw new ProviderError(-32603, text)
      return text.trim()
    },
  }
}

export type Esplora = ReturnType<typeof createEsplora>
