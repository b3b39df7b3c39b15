import { type Balance, ModalError, type Network } from '@portico/contracts'
import { createClient, fallback, http } from 'viem'

const clients = new WeakMap<Network, ReturnType<typeof clientOf>>()

/** One client per network. No actions: only `request`, or the bundle grows by 25 kB (federation.md §3.3). */
const clientOf = (network: Network) =>
  createClient({ transport: fallback(network.rpcUrls.map((url) => http(url, { timeout: 8_000, retryCount: 1 }))) })

/** The native balance in its smallest unit. @throws ModalError `service.unreachable`, `service.invalidAnswer` */
export async function getBalance(address: string, network: Network): Promise<Balance> {
  const client = clients.get(network) ?? clientOf(network)
  clients.set(network, client)
  let answer: unknown
  try {
    answer = await client.request({ method: 'eth_getBalance', params: [address as `0x${string}`, 'latest'] })
  } catch (cause) {
    throw new ModalError('service.unreachable', { cause })
  }
  if (typeof answer !== 'string' || !/^0x[0-9a-f]+$/i.test(answer)) throw new ModalError('service.invalidAnswer')
  const { decimals, symbol } = network.nativeCurrency
  return { value: BigInt(answer).toString(), decimals, symbol }
}
