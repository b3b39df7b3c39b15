import { type Balance, ModalError, type Network } from '@portico/contracts'
import { type Rpc, rpcOf } from '../rpc.ts'

/** A cheap request, which a node that lags behind answers with an error. */
const PROBE = { method: 'getHealth' }

/** The nodes of a Solana network. @param opening aborted when the modal closes */
export const solanaRpc = (network: Network, opening?: AbortSignal): Rpc => rpcOf(network, PROBE, opening)

/** A whole number in JSON, exact up to 2^53 lamports, which is nine million SOL. */
function lamportsOf(answer: unknown): string {
  const value = (answer as { value?: unknown } | null)?.value
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new ModalError('service.invalidAnswer')
  return BigInt(value).toString()
}

/** The native balance in lamports. @throws ModalError `service.unreachable`, `service.invalidAnswer` */
export async function getBalance(address: string, network: Network, opening?: AbortSignal): Promise<Balance> {
  let answer: unknown
  try {
    const params = [address, { commitment: 'confirmed' }] // chains.md §1.5
    answer = await solanaRpc(network, opening).request({ method: 'getBalance', params })
  } catch (cause) {
    throw new ModalError('service.unreachable', { cause })
  }
  const { decimals, symbol } = network.nativeCurrency
  return { value: lamportsOf(answer), decimals, symbol }
}
