import { formatUnits } from 'viem'

/** `digits` × 10^-`scale`, exactly. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** As many digits as the wire takes behind the point. */
const SCALE_MAX = 18

/** @param text like `100.00` */
export function readDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** The shortest decimal that means this number: what a JSON said, not what the machine makes of it. */
export function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  const { digits, scale } = readDecimal(mantissa)
  const moved = scale - Number(exponent)
  return moved >= 0 ? { digits, scale: moved } : { digits: digits * 10n ** BigInt(-moved), scale: 0 }
}

/** In units of 10^-`scale`; what is smaller is left away. */
export const toScale = ({ digits, scale }: Decimal, wanted: number): bigint =>
  wanted >= scale ? digits * 10n ** BigInt(wanted - scale) : digits / 10n ** BigInt(scale - wanted)

/** Less than zero where `one` is the smaller. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale)
  const difference = toScale(one, scale) - toScale(other, scale)
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** What is left of one without the other; nothing where the other is more. */
export function lessDecimal(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  const left = toScale(one, scale) - toScale(other, scale)
  return { digits: left > 0n ? left : 0n, scale }
}

/** To the nearest hundredth; half of one counts as one. */
export function toCents(value: Decimal): Decimal {
  const scale = Math.max(value.scale, 2)
  const cent = 10n ** BigInt(scale - 2)
  return { digits: (toScale(value, scale) + cent / 2n) / cent, scale: 2 }
}

/** Without an exponent and without idle zeros. */
export function writeDecimal(value: Decimal): string {
  const scale = Math.min(value.scale, SCALE_MAX)
  return formatUnits(toScale(value, scale), scale)
}

/** As money is written: with two digits behind the point at least. */
export function writeMoney(value: Decimal): string {
  const [whole, fraction = ''] = writeDecimal(value).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
