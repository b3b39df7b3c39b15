import { type AmountProblem, parseAmount, readLocalDecimal } from '@portico/contracts/money'

/** Why so much cannot be swapped. */
export type SwapAmountProblem = AmountProblem | 'nothing' | 'tooMuch'

/**
 * What was typed, in the smallest unit of a token; undefined while nothing is typed.
 * @param balance what there is; undefined where that is not known yet, and nothing is too much
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
