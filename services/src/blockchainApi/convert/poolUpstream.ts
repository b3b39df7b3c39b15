import type { ConvertTokens } from '@portico/contracts/services/convert'
import { type Address, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { invalidRequest } from '../../http/errors.ts'
import type { EvmAsset } from '../asset.ts'
import type { Parts } from '../parts.ts'
import type { Pools } from '../pools/createPools.ts'
import type { NetworkPools } from '../pools/networkPools.ts'
import { readToken } from '../pools/readToken.ts'
import { buildPoolSwap } from './buildPoolSwap.ts'
import type { ConvertUpstream } from './convertUpstream.ts'
import { convertCoin, convertToken } from './convertUpstream.ts'
import { findBestRoute } from './findBestRoute.ts'
import { askChain, isRefusal, unavailable } from './nodeErrors.ts'

const noToken = (): never => {
  throw invalidRequest('tokenAddress: must be a token')
}

async function hasPool(pools: NetworkPools, token: Address): Promise<boolean> {
  const wrapped = await pools.wrappedCoin()
  const [toCoin, toDollar] = await Promise.all([pools.routes(token, wrapped), pools.routes(token, pools.dollar)])
  return toCoin.length + toDollar.length > 0
}

/** Swaps in the operator's Uniswap v2 pools, which give a price for every amount, without a third party. */
export function createPoolUpstream({ tokens: directory }: Pick<Parts, 'tokens'>, pools: Pools): ConvertUpstream {
  return {
    async tokens(caipNetworkId) {
      const network = pools.of(caipNetworkId)
      const listed = directory.of(caipNetworkId)
      const wrapped = await askChain(network.wrappedCoin, unavailable)
      const unlisted = [wrapped, network.dollar].filter((address) => !directory.find(caipNetworkId, address))
      const read = async (address: Address) => ({ address, ...(await readToken(network.client, address)) })
      const added = await askChain(
        () => Promise.all(unlisted.map(read)),
        () => [],
      )
      const all = [...listed, ...added]
      const swappable = await askChain(
        () => Promise.all(all.map(({ address }) => hasPool(network, address as Address))),
        () => [],
      )
      const offered: ConvertTokens['tokens'] = all
        .filter((_, index) => swappable[index])
        .map((token) => convertToken(caipNetworkId, token))
      return [convertCoin(caipNetworkId), ...offered]
    },

    async quote(swap) {
      return (await findBestRoute(pools.of(swap.caipNetworkId), swap))?.received
    },

    async allowance({ caipNetworkId, address }: EvmAsset, owner) {
      if (!address) return maxUint256
      const { client, router } = pools.of(caipNetworkId)
      const args = [owner, router] as const
      return askChain(() => client.readContract({ abi: erc20Abi, address, functionName: 'allowance', args }), noToken)
    },

    async buildApproval({ caipNetworkId, address }, owner, amount) {
      const { client, router } = pools.of(caipNetworkId)
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
      const gasPrice = await askChain(() => client.getGasPrice(), unavailable)
      try {
        const gas = Number(await client.estimateGas({ account: owner, to: address, data }))
        return { data, gas, gasPrice }
      } catch (error) {
        if (isRefusal(error)) return { data, gasPrice }
        return unavailable()
      }
    },

    buildSwap: (request) => buildPoolSwap(pools.of(request.caipNetworkId), request),
  }
}
