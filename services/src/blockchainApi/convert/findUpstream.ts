import { type CaipNetworkId, SWAP_CHAIN_IDS } from '@portico/contracts'
import { ServiceError } from '../../http/errors.ts'
import type { Parts } from '../parts.ts'
import type { Pools } from '../pools/createPools.ts'
import type { FindUpstream } from './convertApi.ts'
import type { ConvertService } from './convertUpstream.ts'
import { createPoolUpstream } from './poolUpstream.ts'
import { rememberTokens } from './rememberTokens.ts'

const isSwapNetwork = (caipNetworkId: CaipNetworkId) =>
  SWAP_CHAIN_IDS.some((chainId) => `eip155:${chainId}` === caipNetworkId)

/** Chooses a network's pools if it has any, or else the public service, on networks where all clients offer swaps. */
export function createFindUpstream(parts: Pick<Parts, 'tokens'>, pools: Pools, service?: ConvertService): FindUpstream {
  const local = rememberTokens(createPoolUpstream(parts, pools))
  const remote = service && rememberTokens(service)
  return (caipNetworkId) => {
    if (pools.has(caipNetworkId)) return local
    if (!isSwapNetwork(caipNetworkId)) throw new ServiceError('chain.unsupported')
    if (!remote) throw new ServiceError('convert.unconfigured')
    if (!remote.has(caipNetworkId)) throw new ServiceError('chain.unsupported')
    return remote
  }
}
