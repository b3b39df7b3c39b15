/** An exact decimal number: `digits` divided by ten to the power of `scale`. No floating point anywhere here. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const ZERO: Decimal = { digits: 0n, scale: 0 }

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

/** No amount, price or product of the two has more. */
const DIGITS_MAX = 200

/**
 * Digits with at most one point, which has a digit before or after it. Undefined for anything else: signs, exponents,
 * groups, blanks.
 */
export function readDecimal(text: string): Decimal | undefined {
  if (text.length > DIGITS_MAX || !/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length }
}

/**
 * A number from JSON, such as a price, by its shortest decimal text. Undefined when negative, not finite, or too large
 * for money.
 */
export function decimalOf(value: number): Decimal | undefined {
  if (!(value >= 0 && value < 1e21)) return undefined
  const [mantissa = '', exponent] = String(value).split('e')
  const read = readDecimal(mantissa)
  if (!read || exponent === undefined) return read
  return { digits: read.digits, scale: read.scale - Number(exponent) }
}

/** Without trailing zeros: `1.5`, `0.00001`, `20`. */
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

/** Negative, zero or positive when `one` is less than, equal to or more than `other`. */
export function compare(one: Decimal, other: Decimal): number {
  const [a, b] = aligned(one, other)
  return a < b ? -1 : a > b ? 1 : 0
}

/** Towards zero, so that no more is shown than there is. */
export function floorTo({ digits, scale }: Decimal, to: number): Decimal {
  return scale <= to ? { digits, scale } : { digits: digits / power(scale - to), scale: to }
}

/** Away from zero, so that a cost is never understated. */
export function ceilTo(value: Decimal, to: number): Decimal {
  const cut = floorTo(value, to)
  if (compare(cut, value) === 0) return cut
  return { digits: value.digits < 0n ? cut.digits - 1n : cut.digits + 1n, scale: to }
}

/** To the nearest; half rounds away from zero. */
export function roundTo({ digits, scale }: Decimal, to: number): Decimal {
  if (scale <= to) return { digits, scale }
  const divisor = power(scale - to)
  const half = digits < 0n ? -(divisor / 2n) : divisor / 2n
  return { digits: (digits + half) / divisor, scale: to }
}

/** Rounded down to `scale` fraction digits. Undefined for a division by zero. */
export function dividedBy(one: Decimal, other: Decimal, scale: number): Decimal | undefined {
  if (other.digits === 0n) return undefined
  const shift = scale + other.scale - one.scale
  const digits = shift >= 0 ? (one.digits * power(shift)) / other.digits : one.digits / (other.digits * power(-shift))
  return { digits, scale }
}
