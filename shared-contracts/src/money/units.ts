import { type Decimal, decimalText, readDecimal } from './decimal.ts'

/** 2^256 − 1: no chain counts further. */
const AMOUNT_MAX = (1n << 256n) - 1n

/** Why a text is no amount of a token. */
export type AmountProblem = 'malformed' | 'tooPrecise' | 'tooLarge'

/**
 * An amount as people write it, in the smallest unit of a token. Exact, or refused: nothing is rounded.
 * @param text with a point, as `readLocalDecimal` gives it
 */
export function parseAmount(text: string, decimals: number): bigint | AmountProblem {
  const read = readDecimal(text)
  if (!read) return 'malformed'
  const { digits, scale } = read
  // Zeros at the end change nothing: `1.50` of a token with one decimal is 1.5.
  const surplus = scale - decimals
  const divisor = surplus > 0 ? 10n ** BigInt(surplus) : 1n
  if (digits % divisor !== 0n) return 'tooPrecise'
  const amount = surplus > 0 ? digits / divisor : digits * 10n ** BigInt(-surplus)
  return amount > AMOUNT_MAX ? 'tooLarge' : amount
}

/** An amount in the smallest unit as an exact decimal number. */
export const inUnits = (amount: bigint, decimals: number): Decimal => ({ digits: amount, scale: decimals })

/** Exact, with a point and without zeros at the end; `parseAmount` reads it back. */
export const amountText = (amount: bigint, decimals: number): string => decimalText(inUnits(amount, decimals))
