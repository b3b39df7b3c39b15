import { type Balance, ModalError, type Network } from '@portico/contracts'
import { type Rpc, rpcOf } from '../rpc.ts'

/** A cheap request that any node answers. */
const PROBE = { method: 'eth_blockNumber' }

/** The nodes of an EVM network. @param opening aborted when the modal closes */
export const evmRpc = (network: Network, opening?: AbortSignal): Rpc => rpcOf(network, PROBE, opening)

/**
 * The native balance in its smallest unit.
 * @param opening aborted when the modal closes
 * @throws ModalError `service.unreachable`, `service.invalidAnswer`
 */
export async function getBalance(address: string, network: Network, opening?: AbortSignal): Promise<Balance> {
  let answer: unknown
  try {
    answer = await evmRpc(network, opening).request({ method: 'eth_getBalance', params: [address, 'latest'] })
  } catch (cause) {
    throw new ModalError('service.unreachable', { cause })
  }
  if (typeof answer !== 'string' || !/^0x[0-9a-f]+$/i.test(answer)) throw new ModalError('service.invalidAnswer')
  const { decimals, symbol } = network.nativeCurrency
  return { value: BigInt(answer).toString(), decimals, symbol }
}
