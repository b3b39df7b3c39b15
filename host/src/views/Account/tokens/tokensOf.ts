import type { Balance, Holding, Network } from '@portico/contracts'
import { compare, type Decimal, inUnits, plus, readDecimal, roundTo, times, ZERO } from '@portico/contracts/money'

const CENT_DIGITS = 2

/** The exact value in US dollars; undefined without a price. */
function worthOf({ amount, decimals, price }: Holding): Decimal | undefined {
  const one = price === undefined ? undefined : readDecimal(price)
  return one && times(inUnits(BigInt(amount), decimals), one)
}

/** The account's non-zero holdings, most valuable first. The coin's amount comes from the node, not the services. */
export function tokensOf(
  holdings: readonly Holding[],
  balance: Pick<Balance, 'value' | 'decimals'> | undefined,
  { caipNetworkId, nativeCurrency: { name, symbol } }: Network,
): readonly Holding[] {
  const here = holdings.filter((holding) => holding.caipNetworkId === caipNetworkId)
  const coin = here.find(({ address }) => address === undefined)
  const known = balance && { amount: balance.value, decimals: balance.decimals }
  const own = known ? [{ caipNetworkId, name, symbol, ...coin, ...known }] : coin ? [coin] : []
  return [...own, ...here.filter((holding) => holding !== coin)]
    .filter(({ amount }) => BigInt(amount) > 0n)
    .sort((one, other) => compare(worthOf(other) ?? ZERO, worthOf(one) ?? ZERO) || one.name.localeCompare(other.name))
}

export interface Total {
  /** The value in US dollars, to the cent; undefined if no token has a price. */
  readonly worth?: Decimal
  /** Whether the sum leaves out tokens that have no price. */
  readonly isPartial: boolean
}

/** The total value of all tokens: added up exactly, and rounded once. */
export function totalOf(tokens: readonly Holding[]): Total {
  const known = tokens.map(worthOf).filter((worth) => worth !== undefined)
  const isPartial = known.length < tokens.length
  return known.length === 0 && isPartial
    ? { isPartial }
    : { worth: roundTo(known.reduce(plus, ZERO), CENT_DIGITS), isPartial }
}
