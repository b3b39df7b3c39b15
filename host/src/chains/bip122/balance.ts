import type { Balance, Network } from '@portico/contracts'
import { askEsplora } from './esplora.ts'
import { field } from './untrusted.ts'

/** Satoshi, or undefined if the answer has no such number. */
function satoshi(stats: unknown, name: string): number | undefined {
  const value = field(stats, name)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** The amount received minus the amount sent. */
function totalOf(stats: unknown): bigint | undefined {
  const [funded, spent] = [satoshi(stats, 'funded_txo_sum'), satoshi(stats, 'spent_txo_sum')]
  return funded === undefined || spent === undefined ? undefined : BigInt(funded) - BigInt(spent)
}

/** In satoshi, including unconfirmed transactions. @throws ModalError `service.unreachable`, `service.invalidAnswer` */
export async function getBalance(address: string, network: Network): Promise<Balance> {
  const value = await askEsplora(network, `/address/${encodeURIComponent(address)}`, async (response) => {
    if (!response.ok) return undefined
    const answer: unknown = await response.json()
    const [confirmed, pending] = [totalOf(field(answer, 'chain_stats')), totalOf(field(answer, 'mempool_stats'))]
    const total = confirmed === undefined || pending === undefined ? -1n : confirmed + pending
    return total < 0n ? undefined : total.toString()
  })
  const { decimals, symbol } = network.nativeCurrency
  return { value, decimals, symbol }
}
