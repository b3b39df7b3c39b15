import type { Holding } from '../../src/index.ts'
import { ceilTo, inUnits, readDecimal, roundTo, times } from '../../src/money/index.ts'

type Priced = Pick<Holding, 'decimals' | 'price'>

/** The number of fraction digits for dollars. */
const CENTS = 2

function exactWorth(amount: bigint, { decimals, price }: Priced) {
  const one = price === undefined ? undefined : readDecimal(price)
  return one && times(inUnits(amount, decimals), one)
}

/** The worth of an amount, to the nearest cent; undefined without a price. */
export function worthOf(amount: bigint, of: Priced) {
  const worth = exactWorth(amount, of)
  return worth && roundTo(worth, CENTS)
}

/** The worth of a fee, rounded up to the cent; undefined without a price. */
export function feeWorthOf(fee: bigint, of: Priced) {
  const worth = exactWorth(fee, of)
  return worth && ceilTo(worth, CENTS)
}
