import { type Address, isAddressEqual } from 'viem'
import type { EvmAsset } from '../asset.ts'
import type { NetworkPools, Route } from '../pools/networkPools.ts'

/** Prices have 18 decimal places. */
const SCALE = 10n ** 18n

/**
 * How much of the last token one smallest unit of the first token is worth, as a fraction, without the fee and before
 * any swap.
 */
const rateOf = ({ hops }: Route) =>
  hops.reduce(({ over, under }, { reserveIn, reserveOut }) => ({ over: over * reserveOut, under: under * reserveIn }), {
    over: 1n,
    under: 1n,
  })

/**
 * The price in US dollars per unit according to the reserves of the pools, on the direct route if there is one. Only
 * for display, because every swap changes the price.
 * @param decimalsOf gives the decimal places of a token on this network
 * @returns undefined if no pools connect the token to the dollar token
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
