import type { Address } from 'viem'
import type { NetworkPools } from '../pools/networkPools.ts'
import { routerAbi } from '../pools/poolAbis.ts'
import type { Swap } from './convertUpstream.ts'
import { askChain } from './nodeErrors.ts'

export interface BestRoute {
  readonly path: readonly Address[]
  /** In the smallest unit of the target, as computed by the router. */
  readonly received: bigint
}

/** @returns undefined if no pools connect the tokens or the result is zero */
export async function findBestRoute(
  pools: NetworkPools,
  { from, to, amount }: Pick<Swap, 'from' | 'to' | 'amount'>,
): Promise<BestRoute | undefined> {
  const { client, router } = pools

  async function outcomeOf(path: readonly Address[]): Promise<BestRoute> {
    const args = [amount, path] as const
    const amounts = await askChain(
      () => client.readContract({ abi: routerAbi, address: router, functionName: 'getAmountsOut', args }),
      () => [], // Overflows the router's arithmetic.
    )
    return { path, received: amounts.at(-1) ?? 0n }
  }

  const routes = await askChain(
    async () => {
      const wrapped = await pools.wrappedCoin()
      return pools.routes(from.address ?? wrapped, to.address ?? wrapped)
    },
    () => [],
  )
  const outcomes = await Promise.all(routes.map(({ path }) => outcomeOf(path)))
  const [best] = outcomes.filter(({ received }) => received > 0n).sort((a, b) => (a.received < b.received ? 1 : -1))
  return best
}
