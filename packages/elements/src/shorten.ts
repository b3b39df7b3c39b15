/** Shortens text to the form `0x12…345678`. Text that would hardly get shorter stays whole. */
export function shorten(text: string, start: number, end: number): string {
  const letters = [...text]
  if (letters.length <= start + end + 1) return text
  return `${letters.slice(0, start).join('')}…${end ? letters.slice(-end).join('') : ''}`
}

/** Truncates an amount to three decimals, never overstating it. Formats it for the locale without floating point. */
export function shortAmount(decimal: string, locale?: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const separator = new Intl.NumberFormat(locale).formatToParts(1.5)[1]?.value
  return BigInt(whole).toLocaleString(locale) + (fraction && separator + fraction.slice(0, 3))
}
