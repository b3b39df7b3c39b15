/** `0x12…345678`. What is hardly longer stays whole. */
export function shorten(text: string, start: number, end: number): string {
  const letters = [...text]
  if (letters.length <= start + end + 1) return text
  return `${letters.slice(0, start).join('')}…${end ? letters.slice(-end).join('') : ''}`
}

/** Three decimals of an amount, cut off and never rounded up: nobody has more than it says. */
export function shortAmount(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return fraction ? `${whole}.${fraction.slice(0, 3)}` : whole
}
