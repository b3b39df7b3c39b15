/** An exact decimal number: `digits` divided by ten to the power of `scale`. Nothing here uses floating point. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const ZERO: Decimal = { digits: 0n, scale: 0 }

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

/** More digits than any amount, any price or any product of the two has. */
const DIGITS_MAX = 200

/**
 * Reads digits with at most one point, which has a digit before or after it. Undefined for any other text, such as one
 * with a sign, an exponent, group separators or blanks.
 */
export function readDecimal(text: string): Decimal | undefined {
  if (text.length > DIGITS_MAX || !/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length }
}

/**
 * The exact value of the shortest text of a number from JSON, such as a price. Undefined when the number is negative,
 * not finite, or too large for money.
 */
export function decimalOf(value: number): Decimal | undefined {
  if (!(value >= 0 && value < 1e21)) return undefined
  const [mantissa = '', exponent] = String(value).split('e')
  const read = readDecimal(mantissa)
  if (!read || exponent === undefined) return read
  return { digits: read.digits, scale: read.scale - Number(exponent) }
}

/** The number as text, without trailing zeros: `1.5`, `0.00001`, `20`. */
export function decimalText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return `${sign}${text.slice(0, text.length - scale)}${scale > 0 && fraction ? `.${fraction}` : ''}`
}

/** Exact. */
export const times = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
})

function aligned(one: Decimal, other: Decimal): readonly [bigint, bigint, number] {
  const scale = Math.max(one.scale, other.scale)
  return [one.digits * power(scale - one.scale), other.digits * power(scale - other.scale), scale]
}

/** Exact. */
export function plus(one: Decimal, other: Decimal): Decimal {
  const [a, b, scale] = aligned(one, other)
  return { digits: a + b, scale }
}

/** Negative, zero or positive when `one` is less than, equal to or greater than `other`. */
export function compare(one: Decimal, other: Decimal): number {
  const [a, b] = aligned(one, other)
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rounds towards zero, so that never more is shown than there is. */
export function floorTo({ digits, scale }: Decimal, to: number): Decimal {
  return scale <= to ? { digits, scale } : { digits: digits / power(scale - to), scale: to }
}

/** Rounds away from zero, so that a cost is never understated. */
export function ceilTo(value: Decimal, to: number): Decimal {
  const cut = floorTo(value, to)
  if (compare(cut, value) === 0) return cut
  return { digits: value.digits < 0n ? cut.digits - 1n : cut.digits + 1n, scale: to }
}

/** Rounds to the nearest number; a half is rounded away from zero. */
export function roundTo({ digits, scale }: Decimal, to: number): Decimal {
  if (scale <= to) return { digits, scale }
  const divisor = power(scale - to)
  const half = digits < 0n ? -(divisor / 2n) : divisor / 2n
  return { digits: (digits + half) / divisor, scale: to }
}

/** The quotient, rounded down to `scale` fraction digits. Undefined for a division by zero. */
export function dividedBy(one: Decimal, other: Decimal, scale: number): Decimal | undefined {
  if (other.digits === 0n) return undefined
  const shift = scale + other.scale - one.scale
  const digits = shift >= 0 ? (one.digits * power(shift)) / other.digits : one.digits / (other.digits * power(-shift))
  return { digits, scale }
}
