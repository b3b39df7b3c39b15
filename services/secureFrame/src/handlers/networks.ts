import type { CaipNetworkId } from '@portico/contracts'
import { toWireChainId } from '@portico/contracts/embeddedWallet/chainIds'
import type { Handlers } from '../messages/channel.ts'

/** The network that the page uses. @param network the one in the frame's address, until the page names another one */
export function createNetwork(network: CaipNetworkId) {
  let current = network
  return {
    current: () => current,
    switchTo(next: CaipNetworkId): void {
      current = next
    },
  }
}

export type Network = ReturnType<typeof createNetwork>

/** Chain ids of the EVM networks that have smart accounts. */
export type SmartAccountNetworks = () => Promise<readonly number[]>

export function networkHandlers(
  network: Network,
  smartAccountNetworks: SmartAccountNetworks = async () => [],
): Pick<Handlers, 'SWITCH_NETWORK' | 'GET_CHAIN_ID' | 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> {
  const chain = () => ({ chainId: toWireChainId(network.current()) })
  return {
    async SWITCH_NETWORK({ chainId }) {
      network.switchTo(chainId)
      return chain()
    },
    GET_CHAIN_ID: async () => chain(),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({
      smartAccountEnabledNetworks: [...(await smartAccountNetworks())],
    }),
  }
}
