import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { ServiceError } from '../../http/errors.ts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import type { Parts } from '../parts.ts'
import { blockscoutNfts } from './blockscoutNfts.ts'
import type { Describe } from './createDescriptions.ts'
import { dasNfts } from './dasNfts.ts'
import type { NftsOptions } from './environment.ts'
import { evmNfts } from './evm/evmNfts.ts'
import type { ReadNfts } from './nft.ts'
import { ordNfts } from './ordNfts.ts'
import { solanaNfts } from './solana/solanaNfts.ts'

export interface NftSources extends NftsOptions {
  /** The explorers, shared with the balances. */
  readonly blockscout?: UpstreamList | undefined
}

const NONE: UpstreamList = new Map()

/**
 * Reads from the configured source of a chain, or else from a node. There is no fallback, because the data of the two
 * differ, and a cursor is only valid for the source that wrote it.
 */
export function createNfts(
  parts: Pick<Parts, 'chains'>,
  describe: Describe,
  { blockscout = NONE, das = NONE, ordinals = NONE }: NftSources = {},
): ReadNfts {
  const either =
    (upstreams: UpstreamList, configured: ReadNfts, node: ReadNfts): ReadNfts =>
    (caipNetworkId: CaipNetworkId, ...rest) =>
      (upstreams.has(caipNetworkId) ? configured : node)(caipNetworkId, ...rest)

  const families: Readonly<Record<string, ReadNfts>> = {
    eip155: either(blockscout, blockscoutNfts(blockscout), evmNfts(parts, describe)),
    solana: either(das, dasNfts(das), solanaNfts(parts, describe)),
    // There is no fallback to a node, because nodes do not index inscriptions.
    bip122: ordNfts(ordinals),
  }
  return async (caipNetworkId, ...rest) => {
    const read = families[parseCaipNetworkId(caipNetworkId).namespace]
    if (!read) throw new ServiceError('chain.unsupported')
    return read(caipNetworkId, ...rest)
  }
}
