import type { CaipNetworkId } from '@portico/contracts'
import { ServiceError } from '../../http/errors.ts'
import type { Chains } from '../chains.ts'
import type { PoolNetworks } from './environment.ts'
import { createNetworkPools, type NetworkPools } from './networkPools.ts'

/** The operator's pools, on local or public chains. */
export interface Pools {
  readonly ids: readonly CaipNetworkId[]
  has(caipNetworkId: string): boolean
  /** @throws ServiceError `chain.unsupported` if the network has no pools or no node */
  of(caipNetworkId: CaipNetworkId): NetworkPools
}

export function createPools(chains: Pick<Chains, 'evm'>, networks: PoolNetworks): Pools {
  const known = new Map<CaipNetworkId, NetworkPools>()
  return {
    ids: [...networks.keys()],
    has: (caipNetworkId) => networks.has(caipNetworkId as CaipNetworkId),
    of(caipNetworkId) {
      const network = networks.get(caipNetworkId)
      if (!network) throw new ServiceError('chain.unsupported')
      const pools = known.get(caipNetworkId) ?? createNetworkPools(chains.evm(caipNetworkId), network)
      known.set(caipNetworkId, pools)
      return pools
    },
  }
}
