import { type Address, isAddressEqual } from 'viem'
import type { EvmAsset } from '../asset.ts'
import type { NetworkPools, Route } from '../pools/networkPools.ts'

/** Digits that are kept behind the point of a price. */
const SCALE = 10n ** 18n

/** How much of the last token one smallest unit of the first is worth, without the fee and before any swap, as a fraction. */
const rateOf = ({ hops }: Route) =>
  hops.reduce(({ over, under }, { reserveIn, reserveOut }) => ({ over: over * reserveOut, under: under * reserveIn }), {
    over: 1n,
    under: 1n,
  })

/**
 * US dollars of one, by the reserves of the pools, of the straight way if there is one. Nobody may rely on it for more than
 * showing it: whoever swaps moves it.
 * @param decimalsOf of a token of this network
 * @returns undefined where no pool leads to the dollar
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
