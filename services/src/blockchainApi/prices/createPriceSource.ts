import type { Address } from 'viem'
import { type Asset, type EvmAsset, readAsset } from '../asset.ts'
import type { Parts } from '../parts.ts'
import type { Pools } from '../pools/createPools.ts'
import { readToken } from '../pools/readToken.ts'
import type { PriceSource } from '../priceSource.ts'
import { priceInPools } from './poolPrices.ts'

/** An asset, with its address as it was requested. */
export interface RequestedAsset {
  readonly caipAddress: string
  readonly asset: Asset
}

/** A public service with prices for the networks without pools. Rejects if it cannot be reached. */
export interface PriceUpstream {
  prices(requested: readonly RequestedAsset[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>>
}

type Surroundings = Pick<Parts, 'tokens' | 'log'>

function poolPrices({ tokens, log }: Surroundings, pools: Pools): PriceUpstream {
  const decimals = new Map<string, number>()

  async function decimalsOf(caipNetworkId: Asset['caipNetworkId'], token: Address): Promise<number> {
    const key = `${caipNetworkId}:${token}`
    const found = tokens.find(caipNetworkId, token)?.decimals ?? decimals.get(key)
    if (found !== undefined) return found
    const read = (await readToken(pools.of(caipNetworkId).client, token)).decimals
    decimals.set(key, read)
    return read
  }

  return {
    async prices(requested) {
      const priced = await Promise.all(
        requested.map(
          async ({ caipAddress, asset: { caipNetworkId, address } }): Promise<[string, number] | undefined> => {
            try {
              const asset: EvmAsset = { caipNetworkId, address: address as Address | undefined }
              const price = await priceInPools(pools.of(caipNetworkId), asset, (token) =>
                decimalsOf(caipNetworkId, token),
              )
              return price === undefined ? undefined : [caipAddress, price]
            } catch (error) {
              log.warn('no price from the pools', { caipNetworkId, error })
              return undefined
            }
          },
        ),
      )
      return new Map(priced.filter((entry) => entry !== undefined))
    },
  }
}

/** Takes prices from a network's pools if it has any, or else from the public service. Unknown assets have no price. */
export function createPriceSource(parts: Surroundings, pools: Pools, upstream?: PriceUpstream): PriceSource {
  const local = poolPrices(parts, pools)
  return {
    async prices(caipAddresses, signal) {
      const requested = [...new Set(caipAddresses)].flatMap((caipAddress): RequestedAsset[] => {
        const asset = readAsset(caipAddress)
        return asset ? [{ caipAddress, asset }] : []
      })
      const inPools = requested.filter(({ asset }) => pools.has(asset.caipNetworkId))
      const elsewhere = requested.filter(({ asset }) => !pools.has(asset.caipNetworkId))
      const ask = async () => {
        try {
          return elsewhere.length ? await upstream?.prices(elsewhere, signal) : undefined
        } catch (error) {
          parts.log.warn('no prices', { error })
          return undefined
        }
      }
      const [near, far] = await Promise.all([local.prices(inPools), ask()])
      return new Map([...near, ...(far ?? [])])
    },
  }
}
