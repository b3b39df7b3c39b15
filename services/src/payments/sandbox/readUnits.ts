import { readDecimal, toScale } from '../../blockchainApi/onramp/decimal.ts'

/**
 * In the smallest unit, exactly.
 * @param amount like `12.5`
 * @returns undefined where it has more digits behind the point than there are
 */
export function readUnits(amount: string, decimals: number): bigint | undefined {
  const read = readDecimal(amount)
  const units = toScale(read, decimals)
  return toScale({ digits: units, scale: decimals }, Math.max(decimals, read.scale)) ===
    toScale(read, Math.max(decimals, read.scale))
    ? units
    : undefined
}
