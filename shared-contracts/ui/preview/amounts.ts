import type { Value } from '../../preview/index.ts'
import { formatDecimal, inUnits } from '../../src/money/index.ts'
import type { Drawing } from './drawing.ts'

type Amount = Extract<Value, { type: 'amount' }>

/** The exact amount in the digits of the visitor's locale. It is in the smallest unit when the decimals are unknown. */
export const digitsOf = (amount: bigint, decimals: number | undefined, locale: string): string =>
  formatDecimal(inUnits(amount, decimals ?? 0), locale)

/** The unit of an amount. The symbol is empty for the coin of an unknown network. */
export function unitOf({ t }: Pick<Drawing, 't'>, { decimals, symbol }: Pick<Amount, 'decimals' | 'symbol'>): string {
  if (symbol === '') return t('preview.ownCoin')
  return decimals === undefined ? t('preview.smallestUnits') : (symbol ?? '')
}
