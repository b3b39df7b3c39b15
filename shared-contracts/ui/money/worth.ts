import type { Holding } from '../../src/index.ts'
import { ceilTo, inUnits, readDecimal, roundTo, times } from '../../src/money/index.ts'

type Priced = Pick<Holding, 'decimals' | 'price'>

/** Digits of dollars. */
const CENTS = 2

function exactWorth(amount: bigint, { decimals, price }: Priced) {
  const one = price === undefined ? undefined : readDecimal(price)
  return one && times(inUnits(amount, decimals), one)
}

/** What so much of a token is worth, to the cent; undefined where nobody has named a price. */
export function worthOf(amount: bigint, of: Priced) {
  const worth = exactWorth(amount, of)
  return worth && roundTo(worth, CENTS)
}

/** What a fee is worth, up to the next cent. */
export function feeWorthOf(fee: bigint, of: Priced) {
  const worth = exactWorth(fee, of)
  return worth && ceilTo(worth, CENTS)
}
