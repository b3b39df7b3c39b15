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

/** Tries the sources in order. An invalid address ends the search, because the other sources would reject it too. */
const inOrder =
  (sources: readonly ReadHoldings[]): ReadHoldings =>
  async (caipNetworkId, address, signal) => {
    let reason = new ServiceError('chain.unsupported')
    for (const read of sources) {
      try {
        return await read(caipNetworkId, address, signal)
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || thrown.code === 'address.malformed') throw thrown
        // If one source has failed and another has no node for the chain, the failure is reported.
        if (thrown.code !== 'chain.unsupported') reason = thrown
      }
    }
    throw reason
  }

/** The chains served by something other than a node in `RPC_UPSTREAMS`. */
export const chainsWithoutNode = ({ esplora = NONE, blockscout = NONE }: BalancesOptions): readonly CaipNetworkId[] => [
  ...esplora.keys(),
  ...blockscout.keys(),
]

/** Tries the best-informed source first: a configured explorer, and then the nodes. */
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
