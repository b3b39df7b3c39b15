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
  /** Shared with the balances. */
  readonly blockscout?: UpstreamList | undefined
}

const NONE: UpstreamList = new Map()

/**
 * Queries the configured source of a chain, else its node. No fallback: their data differ, and only the source of a
 * cursor understands it.
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
    // Nodes do not index inscriptions.
    bip122: ordNfts(ordinals),
  }
  return async (caipNetworkId, ...rest) => {
    const read = families[parseCaipNetworkId(caipNetworkId).namespace]
    if (!read) throw new ServiceError('chain.unsupported')
    return read(caipNetworkId, ...rest)
  }
}
