import type { Address } from 'viem'
import type { NetworkPools } from '../pools/networkPools.ts'
import { routerAbi } from '../pools/poolAbis.ts'
import type { Swap } from './convertUpstream.ts'
import { askChain } from './nodeErrors.ts'

export interface BestRoute {
  readonly path: readonly Address[]
  /** The amount received according to the router, in the smallest unit of the target. */
  readonly received: bigint
}

/** The routes between two assets. An undefined address means the coin. @returns an empty list if the chain refuses */
export const routesBetween = (pools: NetworkPools, from: Address | undefined, to: Address | undefined) =>
  askChain(
    async () => {
      const wrapped = await pools.wrappedCoin()
      return pools.routes(from ?? wrapped, to ?? wrapped)
    },
    () => [],
  )

/** How long a transaction is valid: after that, the router refuses it. */
const VALID_S = 1_200n

/** The deadline in seconds since 1970. @param timestamp the latest block's, which may be ahead of the server's clock */
export function deadlineAfter(timestamp: bigint): bigint {
  const now = BigInt(Math.floor(Date.now() / 1_000))
  return (timestamp > now ? timestamp : now) + VALID_S
}

/** @returns undefined if no pools connect the tokens or if the result is zero */
export async function findBestRoute(
  pools: NetworkPools,
  { from, to, amount }: Pick<Swap, 'from' | 'to' | 'amount'>,
): Promise<BestRoute | undefined> {
  const { client, router } = pools

  async function outcomeOf(path: readonly Address[]): Promise<BestRoute> {
    const args = [amount, path] as const
    const amounts = await askChain(
      () => client.readContract({ abi: routerAbi, address: router, functionName: 'getAmountsOut', args }),
      () => [], // The amount overflows the router's arithmetic.
    )
    return { path, received: amounts.at(-1) ?? 0n }
  }

  const routes = await routesBetween(pools, from.address, to.address)
  const outcomes = await Promise.all(routes.map(({ path }) => outcomeOf(path)))
  const [best] = outcomes.filter(({ received }) => received > 0n).sort((a, b) => (a.received < b.received ? 1 : -1))
  return best
}
