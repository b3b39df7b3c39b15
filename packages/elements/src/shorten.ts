/** `0x12…345678`. What is hardly longer stays whole. */
export function shorten(text: string, start: number, end: number): string {
  const letters = [...text]
  if (letters.length <= start + end + 1) return text
  return `${letters.slice(0, start).join('')}…${end ? letters.slice(-end).join('') : ''}`
}

/**
 * Three decimals of an amount, cut off and never rounded up: nobody has more than it says. Written as the visitor writes
 * numbers, from digits that were never a floating-point number.
 */
export function shortAmount(decimal: string, locale?: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const separator = new Intl.NumberFormat(locale).formatToParts(1.5)[1]?.value
  return BigInt(whole).toLocaleString(locale) + (fraction && separator + fraction.slice(0, 3))
}
