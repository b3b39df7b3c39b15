import { type AmountProblem, parseAmount, readLocalDecimal } from '@portico/contracts/money'

/** Why an amount is rejected. */
export type SwapAmountProblem = AmountProblem | 'nothing' | 'tooMuch'

/**
 * Parses the typed amount into the token's smallest unit; undefined while empty.
 * @param balance undefined while unknown, in which case no amount is too high
 */
export function readAmount(
  text: string,
  locale: string,
  { decimals, balance }: { readonly decimals: number; readonly balance: bigint | undefined },
): bigint | SwapAmountProblem | undefined {
  if (text.trim() === '') return undefined
  const plain = readLocalDecimal(text, locale)
  if (plain === undefined) return 'malformed'
  const typed = parseAmount(plain, decimals)
  if (typeof typed !== 'bigint') return typed
  if (typed === 0n) return 'nothing'
  return balance !== undefined && typed > balance ? 'tooMuch' : typed
}
