import { ceilTo, type Decimal, decimalText, floorTo, readDecimal } from './decimal.ts'
import { inUnits } from './units.ts'

interface Writing {
  readonly point: string
  /** The digits of the locale, from 0 to 9. */
  readonly digits: readonly string[]
}

const known = new Map<string, Writing>()

/** How a locale writes numbers. */
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
 * A number as somebody of this locale types it, with a point: `1,5` of German is `1.5`. Never guessed: only the separator of
 * the locale counts as one, and a text with any other, as with groups, is undefined.
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

/** What stands in a field: a decimal text in the writing of a locale, without groups. `readLocalDecimal` reads it back. */
export function localDecimal(text: string, locale: string): string {
  const { point, digits } = writingOf(locale)
  return text.replace('.', point).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
}

interface Shown {
  /** Digits behind the point at most; what is behind them is cut off. */
  readonly max?: number
  /** At least. */
  readonly min?: number
}

/** Enough of a fee for anybody. */
const FEE_DIGITS = 8

/** What a network takes at most, in its coin: the last digit that is shown is never too little. `fee` is in the smallest unit. */
export const formatFee = (
  fee: bigint,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
  locale: string,
): string => `${formatDecimal(ceilTo(inUnits(fee, decimals), FEE_DIGITS), locale)} ${symbol}`

/** For reading: grouped, exact but for what `max` cuts off. */
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

/** As `12.5%`, with the sign where the locale has it. Exact. @param value in hundredths of the whole */
export function formatPercent(value: Decimal, locale: string): string {
  const isNegative = value.digits < 0n
  const number = formatDecimal(isNegative ? { ...value, digits: -value.digits } : value, locale)
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1)
  return `${isNegative ? '−' : ''}${parts.map(({ type, value: text }) => (type === 'integer' ? number : text)).join('')}`
}

/**
 * Of something that is worth so much: dollars and cents, rounded to the nearest cent by whoever gives it.
 * @param currency ISO 4217
 * @param digits behind the point
 */
export function formatFiat(value: Decimal, locale: string, currency = 'USD', digits = 2): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .filter(({ type }) => type !== 'decimal' && type !== 'fraction')
  const number = formatDecimal(value, locale, { max: digits, min: digits })
  return parts.map(({ type, value: text }) => (type === 'integer' ? number : text)).join('')
}
