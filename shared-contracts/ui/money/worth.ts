import type { Holding } from '../../src/index.ts'
import { ceilTo, inUnits, readDecimal, roundTo, times } from '../../src/money/index.ts'

type Priced = Pick<Holding, 'decimals' | 'price'>

/** Fraction digits of dollars. */
const CENTS = 2

function exactWorth(amount: bigint, { decimals, price }: Priced) {
  const one = price === undefined ? undefined : readDecimal(price)
  return one && times(inUnits(amount, decimals), one)
}

/** An amount's worth, to the cent; undefined without a price. */
export function worthOf(amount: bigint, of: Priced) {
  const worth = exactWorth(amount, of)
  return worth && roundTo(worth, CENTS)
}

/** A fee's worth, rounded up to the cent. */
export function feeWorthOf(fee: bigint, of: Priced) {
  const worth = exactWorth(fee, of)
  return worth && ceilTo(worth, CENTS)
}
