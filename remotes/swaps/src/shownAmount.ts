import { type Decimal, formatDecimal, inUnits, roundTo, times } from '@portico/contracts/money'
import type { Token } from './token.ts'

/** Number of decimals shown for an amount (chains.md §6.2); further decimals are cut off. */
const SHOWN_DIGITS = 6

type Unit = Pick<Token, 'decimals' | 'symbol'>

export const shownNumber = (amount: bigint, { decimals }: Pick<Token, 'decimals'>, locale: string): string =>
  formatDecimal(inUnits(amount, decimals), locale, { max: SHOWN_DIGITS })

export const shownAmount = (amount: bigint, token: Unit, locale: string): string =>
  `${shownNumber(amount, token, locale)} ${token.symbol}`

/** The worth in dollars and cents; undefined without a price. */
export const worthOf = (amount: bigint, { decimals }: Pick<Token, 'decimals'>, price: Decimal | undefined) =>
  price && roundTo(times(inUnits(amount, decimals), price), 2)

/** The exact worth, for comparisons. */
export const exactWorthOf = (amount: bigint, { decimals }: Pick<Token, 'decimals'>, price: Decimal | undefined) =>
  price && times(inUnits(amount, decimals), price)
