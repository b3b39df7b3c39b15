import type { CaipNetworkId } from '@portico/contracts'
import type { TokenBalance } from '@portico/contracts/services/balances'
import { formatUnits } from 'viem'
import { tokenIcon } from '../tokenIcon.ts'
import type { Holding } from './holding.ts'
import type { KeptPrices } from './keepPrices.ts'
import { nativeCoinAddress } from './nativeCoin.ts'

export interface ChainHolding extends Holding {
  readonly caipNetworkId: CaipNetworkId
}

/** The CAIP-10 address of a token, as clients and services.md §7.5 write it: in lower case on EVM. */
const addressOf = ({ caipNetworkId, address }: ChainHolding) =>
  address && `${caipNetworkId}:${caipNetworkId.startsWith('eip155:') ? address.toLowerCase() : address}`

/**
 * The balances in wire format. Quantities are exact; only their values are floating-point numbers.
 * @param isFresh do not use cached prices
 * @param origin the origin of the registry, for the icons
 */
export async function priceHoldings(
  holdings: readonly ChainHolding[],
  kept: KeptPrices,
  isFresh: boolean,
  origin: string,
): Promise<TokenBalance[]> {
  const keyOf = (holding: ChainHolding) => addressOf(holding) ?? nativeCoinAddress(holding.caipNetworkId)
  const prices = holdings.length > 0 ? await kept.read(holdings.map(keyOf), isFresh) : new Map<string, number>()
  return holdings.map((holding): TokenBalance => {
    const { caipNetworkId, name, symbol, decimals, amount } = holding
    const address = addressOf(holding)
    const price = prices.get(keyOf(holding)) ?? holding.price
    const numeric = formatUnits(amount, decimals)
    return {
      name,
      symbol,
      chainId: caipNetworkId,
      ...(address && { address }),
      ...(price !== undefined && { value: price * Number(numeric) }),
      price: price ?? 0,
      quantity: { decimals: String(decimals), numeric },
      iconUrl: tokenIcon(origin, symbol),
    }
  })
}
