import { type Address, isAddressEqual } from 'viem'
import type { EvmAsset } from '../asset.ts'
import type { NetworkPools, Route } from '../pools/networkPools.ts'

/** 18 decimal places for prices. */
const SCALE = 10n ** 18n

/**
 * The value of one smallest unit of the first token in the last one, as a fraction, without the fee and before any
 * swap.
 */
const rateOf = ({ hops }: Route) =>
  hops.reduce(({ over, under }, { reserveIn, reserveOut }) => ({ over: over * reserveOut, under: under * reserveIn }), {
    over: 1n,
    under: 1n,
  })

/**
 * US dollars per unit by the reserves of the pools, on the direct route if there is one. For display only: any swap
 * moves it.
 * @param decimalsOf of a token of this network
 * @returns undefined if no pool leads to the dollar token
 */
export async function priceInPools(
  pools: NetworkPools,
  { address }: EvmAsset,
  decimalsOf: (token: Address) => Promise<number>,
): Promise<number | undefined> {
  const token = address ?? (await pools.wrappedCoin())
  if (isAddressEqual(token, pools.dollar)) return 1
  const [route] = await pools.routes(token, pools.dollar)
  if (!route) return undefined
  const [decimals, dollarDecimals] = await Promise.all([decimalsOf(token), decimalsOf(pools.dollar)])
  const { over, under } = rateOf(route)
  const scaled = (over * SCALE * 10n ** BigInt(decimals)) / (under * 10n ** BigInt(dollarDecimals))
  return Number(scaled) / Number(SCALE)
}
