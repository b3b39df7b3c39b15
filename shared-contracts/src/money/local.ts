import { ceilTo, type Decimal, decimalText, floorTo, readDecimal } from './decimal.ts'
import { inUnits } from './units.ts'

interface Writing {
  readonly point: string
  /** The locale's digits from 0 to 9. */
  readonly digits: readonly string[]
}

const known = new Map<string, Writing>()

/** The number format of a locale. */
function writingOf(locale: string): Writing {
  const before = known.get(locale)
  if (before) return before
  const format = new Intl.NumberFormat(locale, { useGrouping: false })
  const writing = {
    point: format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    digits: Array.from({ length: 10 }, (_, digit) => format.format(digit)),
  }
  known.set(locale, writing)
  return writing
}

/**
 * Converts a number typed in the locale's format to one with a point: `1,5` in German becomes `1.5`. Never guesses:
 * only the locale's own decimal separator is accepted, and a text with any other separator, such as one for groups, is
 * undefined.
 */
export function readLocalDecimal(text: string, locale: string): string | undefined {
  const { point, digits } = writingOf(locale)
  const plain = [...text.trim()].map((character) => {
    const digit = digits.indexOf(character)
    if (digit >= 0) return String(digit)
    return character === point ? '.' : /\d/.test(character) ? character : 'x'
  })
  const read = plain.join('')
  return readDecimal(read) ? read : undefined
}

/** A decimal in the locale's format, without group separators, for an input field. `readLocalDecimal` reads it back. */
export function localDecimal(text: string, locale: string): string {
  const { point, digits } = writingOf(locale)
  return text.replace('.', point).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
}

interface Shown {
  /** The maximum number of fraction digits. Further digits are cut off. */
  readonly max?: number
  /** The minimum number of fraction digits. */
  readonly min?: number
}

/** The maximum number of fraction digits that are shown of a fee. */
const FEE_DIGITS = 8

/** The highest fee, in the network's coin. The last shown digit is rounded up. @param fee in the smallest unit */
export const formatFee = (
  fee: bigint,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
  locale: string,
): string => `${formatDecimal(ceilTo(inUnits(fee, decimals), FEE_DIGITS), locale)} ${symbol}`

/** A number for display: in groups, and exact up to `max` fraction digits. */
export function formatDecimal(value: Decimal, locale: string, { max = value.scale, min = 0 }: Shown = {}): string {
  const cut = floorTo(value, max)
  const text = decimalText(cut)
  const isNegative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (isNegative ? text.slice(1) : text).split('.')
  const shown = new Intl.NumberFormat(locale).format(BigInt(whole))
  const rest = fraction.padEnd(min, '0')
  const { point, digits } = writingOf(locale)
  const local = rest.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
  return `${isNegative ? '−' : ''}${shown}${local && `${point}${local}`}`
}

/** An exact percentage such as `12.5%`, with the percent sign where the locale puts it. @param value in percent */
export function formatPercent(value: Decimal, locale: string): string {
  const isNegative = value.digits < 0n
  const number = formatDecimal(isNegative ? { ...value, digits: -value.digits } : value, locale)
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1)
  return `${isNegative ? '−' : ''}${parts.map(({ type, value: text }) => (type === 'integer' ? number : text)).join('')}`
}

/**
 * A value in money, such as dollars and cents. The caller rounds it to the nearest cent.
 * @param currency an ISO 4217 code
 * @param digits the number of fraction digits
 */
export function formatFiat(value: Decimal, locale: string, currency = 'USD', digits = 2): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .filter(({ type }) => type !== 'decimal' && type !== 'fraction')
  const number = formatDecimal(value, locale, { max: digits, min: digits })
  return parts.map(({ type, value: text }) => (type === 'integer' ? number : text)).join('')
}
