import { formatUnits } from 'viem'

/** Exactly `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** The maximum number of decimal places in the wire format. */
const SCALE_MAX = 18

/** @param text a decimal such as `100.00` */
export function readDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** The shortest decimal for a number: the digits in the JSON, not those of the binary value. */
export function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  const { digits, scale } = readDecimal(mantissa)
  const moved = scale - Number(exponent)
  return moved >= 0 ? { digits, scale: moved } : { digits: digits * 10n ** BigInt(-moved), scale: 0 }
}

/** The value in units of 10^-`scale`. Smaller digits are dropped. */
export const toScale = ({ digits, scale }: Decimal, wanted: number): bigint =>
  wanted >= scale ? digits * 10n ** BigInt(wanted - scale) : digits / 10n ** BigInt(scale - wanted)

/** Negative if `one` is smaller. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale)
  const difference = toScale(one, scale) - toScale(other, scale)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** The difference, or zero if it would be negative. */
export function lessDecimal(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  const left = toScale(one, scale) - toScale(other, scale)
  return { digits: left > 0n ? left : 0n, scale }
}

/** The value rounded to hundredths, half up. */
export function toCents(value: Decimal): Decimal {
  const scale = Math.max(value.scale, 2)
  const cent = 10n ** BigInt(scale - 2)
  return { digits: (toScale(value, scale) + cent / 2n) / cent, scale: 2 }
}

/** The value without an exponent or trailing zeros. */
export function writeDecimal(value: Decimal): string {
  const scale = Math.min(value.scale, SCALE_MAX)
  return formatUnits(toScale(value, scale), scale)
}

/** The value as an amount of money, with at least two decimal places. */
export function writeMoney(value: Decimal): string {
  const [whole, fraction = ''] = writeDecimal(value).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
