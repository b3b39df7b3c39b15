import { type Address, isAddressEqual, type PublicClient, zeroAddress } from 'viem'
import type { PoolNetwork } from './environment.ts'
import { factoryAbi, pairAbi, routerAbi } from './poolAbis.ts'

interface Contracts {
  readonly factory: Address
  readonly wrappedCoin: Address
}

/** A pool's reserves: of the token that goes in, and of the token that comes out. */
interface Hop {
  readonly reserveIn: bigint
  readonly reserveOut: bigint
}

/** The tokens on the way, from the first to the last. There is one pool between each token and the next. */
export interface Route {
  readonly path: readonly Address[]
  readonly hops: readonly Hop[]
}

export interface NetworkPools extends PoolNetwork {
  readonly client: PublicClient
  wrappedCoin(): Promise<Address>
  /** The routes without a missing or empty pool: direct, through the wrapped coin, or through the dollar token. */
  routes(from: Address, to: Address): Promise<readonly Route[]>
}

/** Reads the current pools of one network. Values that never change are requested only once. */
export function createNetworkPools(client: PublicClient, { router, dollar }: PoolNetwork): NetworkPools {
  const pairs = new Map<string, Address>()
  let known: Promise<Contracts> | undefined

  function contracts(): Promise<Contracts> {
    known ??= Promise.all([
      client.readContract({ abi: routerAbi, address: router, functionName: 'factory' }),
      client.readContract({ abi: routerAbi, address: router, functionName: 'WETH' }),
    ])
      .then(([factory, wrappedCoin]) => ({ factory, wrappedCoin }))
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }

  async function pairOf(one: Address, other: Address): Promise<Address | undefined> {
    const key = [one, other].sort().join()
    const found = pairs.get(key)
    if (found) return found
    const { factory } = await contracts()
    const args = [one, other] as const
    const pair = await client.readContract({ abi: factoryAbi, address: factory, functionName: 'getPair', args })
    // Not cached, because the pool may be created later.
    if (pair === zeroAddress) return undefined
    pairs.set(key, pair)
    return pair
  }

  async function hopOf(from: Address, to: Address): Promise<Hop | undefined> {
    const pair = await pairOf(from, to)
    if (!pair) return undefined
    const [first, second] = await client.readContract({ abi: pairAbi, address: pair, functionName: 'getReserves' })
    if (first === 0n || second === 0n) return undefined
    const [reserveIn, reserveOut] = BigInt(from) < BigInt(to) ? [first, second] : [second, first]
    return { reserveIn, reserveOut }
  }

  async function routeOf(path: readonly Address[]): Promise<Route | undefined> {
    const steps = path.slice(1).map((to, index) => hopOf(path[index] ?? to, to))
    const hops = (await Promise.all(steps)).filter((hop) => hop !== undefined)
    return hops.length === steps.length ? { path, hops } : undefined
  }

  return {
    client,
    router,
    dollar,
    wrappedCoin: async () => (await contracts()).wrappedCoin,
    async routes(from, to) {
      const { wrappedCoin } = await contracts()
      const isEnd = (token: Address) => isAddressEqual(token, from) || isAddressEqual(token, to)
      const between = [wrappedCoin, dollar].filter((token) => !isEnd(token))
      const paths = [[from, to], ...between.map((token) => [from, token, to])]
      return (await Promise.all(paths.map(routeOf))).filter((route) => route !== undefined)
    },
  }
}
