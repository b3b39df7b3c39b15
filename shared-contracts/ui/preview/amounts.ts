import type { Value } from '../../preview/index.ts'
import { formatDecimal, inUnits } from '../../src/money/index.ts'
import type { Drawing } from './drawing.ts'

type Amount = Extract<Value, { type: 'amount' }>

/** Exact, in the visitor's digits; in the smallest unit when the decimals are unknown. */
export const digitsOf = (amount: bigint, decimals: number | undefined, locale: string): string =>
  formatDecimal(inUnits(amount, decimals ?? 0), locale)

/** The unit of an amount. An empty symbol belongs to an unknown network. */
export function unitOf({ t }: Pick<Drawing, 't'>, { decimals, symbol }: Pick<Amount, 'decimals' | 'symbol'>): string {
  if (symbol === '') return t('preview.ownCoin')
  return decimals === undefined ? t('preview.smallestUnits') : (symbol ?? '')
}
