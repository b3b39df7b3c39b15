import { formatDecimal, inUnits } from '@portico/contracts/money'

interface Unit {
  readonly decimals: number
  readonly symbol: string
}

/** The exact amount in the visitor's number format. */
export const shownAmount = (amount: bigint, { decimals, symbol }: Unit, locale: string): string =>
  `${formatDecimal(inUnits(amount, decimals), locale)} ${symbol}`
