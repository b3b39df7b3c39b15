import { type Decimal, decimalText, readDecimal } from './decimal.ts'

/** 2^256 − 1, the highest number that any chain has. */
const AMOUNT_MAX = (1n << 256n) - 1n

/** Why a text is not an amount of a token. */
export type AmountProblem = 'malformed' | 'tooPrecise' | 'tooLarge'

/**
 * Parses an amount, as people write it, into a token's smallest unit. The amount is exact, or rejected, but never
 * rounded.
 * @param text with a point, as from `readLocalDecimal`
 */
export function parseAmount(text: string, decimals: number): bigint | AmountProblem {
  const read = readDecimal(text)
  if (!read) return 'malformed'
  const { digits, scale } = read
  // Trailing zeros do not count: for a token with one decimal, `1.50` is 1.5.
  const surplus = scale - decimals
  const divisor = surplus > 0 ? 10n ** BigInt(surplus) : 1n
  if (digits % divisor !== 0n) return 'tooPrecise'
  const amount = surplus > 0 ? digits / divisor : digits * 10n ** BigInt(-surplus)
  return amount > AMOUNT_MAX ? 'tooLarge' : amount
}

/** An amount in the smallest unit as an exact decimal. */
export const inUnits = (amount: bigint, decimals: number): Decimal => ({ digits: amount, scale: decimals })

/** An exact amount with a point and without trailing zeros. `parseAmount` reads it back. */
export const amountText = (amount: bigint, decimals: number): string => decimalText(inUnits(amount, decimals))
