import { readDecimal, toScale } from '@portico/services/blockchainApi/onramp/decimal'

/**
 * Converts an amount to the smallest unit, exactly.
 * @param amount like `12.5`
 * @returns undefined if it has too many decimal places
 */
export function readUnits(amount: string, decimals: number): bigint | undefined {
  const read = readDecimal(amount)
  const units = toScale(read, decimals)
  return toScale({ digits: units, scale: decimals }, Math.max(decimals, read.scale)) ===
    toScale(read, Math.max(decimals, read.scale))
    ? units
    : undefined
}
