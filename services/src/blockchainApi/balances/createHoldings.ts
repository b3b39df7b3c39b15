import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { ServiceError } from '../../http/errors.ts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import type { Parts } from '../parts.ts'
import { bitcoindHoldings } from './bitcoindHoldings.ts'
import { blockscoutHoldings } from './blockscoutHoldings.ts'
import type { BalancesOptions } from './environment.ts'
import { esploraHoldings } from './esploraHoldings.ts'
import { evmHoldings } from './evmHoldings.ts'
import type { ReadHoldings } from './holding.ts'
import { solanaHoldings } from './solanaHoldings.ts'

const NONE: UpstreamList = new Map()

/** The first that answers; what is wrong with the address itself is nothing that another one would say otherwise. */
const inOrder =
  (sources: readonly ReadHoldings[]): ReadHoldings =>
  async (caipNetworkId, address, signal) => {
    let reason = new ServiceError('chain.unsupported')
    for (const read of sources) {
      try {
        return await read(caipNetworkId, address, signal)
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || thrown.code === 'address.malformed') throw thrown
        // That nobody has a node of the chain is less than that one of them does not answer.
        if (thrown.code !== 'chain.unsupported') reason = thrown
      }
    }
    throw reason
  }

/** The chains that are served by something other than a node of `RPC_UPSTREAMS`. */
export const chainsWithoutNode = ({ esplora = NONE, blockscout = NONE }: BalancesOptions): readonly CaipNetworkId[] => [
  ...esplora.keys(),
  ...blockscout.keys(),
]

/** Whoever knows most of a chain is asked first: an explorer that was configured, then the nodes. */
export function createHoldings(
  parts: Pick<Parts, 'chains' | 'tokens'>,
  { esplora = NONE, blockscout = NONE }: BalancesOptions = {},
): ReadHoldings {
  const families: Readonly<Record<string, ReadHoldings>> = {
    eip155: inOrder([blockscoutHoldings(blockscout, parts), evmHoldings(parts)]),
    solana: solanaHoldings(parts),
    bip122: inOrder([esploraHoldings(esplora), bitcoindHoldings(parts)]),
  }
  return async (caipNetworkId, address, signal) => {
    const read = families[parseCaipNetworkId(caipNetworkId).namespace]
    if (!read) throw new ServiceError('chain.unsupported')
    return read(caipNetworkId, address, signal)
  }
}
