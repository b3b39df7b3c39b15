/**
 * An amount in the smallest unit, as a decimal string. Digits after the first `fraction` are cut off (rules.md §5:
 * balances floor to three). Exact, without any floating point.
 */
export function formatUnits(value: string, decimals: number, fraction = decimals): string {
  const negative = value.startsWith('-')
  const digits = (negative ? value.slice(1) : value).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals, digits.length - decimals + fraction)
  const sign = negative && /[1-9]/.test(whole + rest) ? '-' : ''
  return `${sign}${whole}${fraction > 0 ? `.${rest.padEnd(fraction, '0')}` : ''}`
}

export const BALANCE_FRACTION_DIGITS = 3
/** rules.md §5: the balance that is shown on test networks and on unsupported networks. */
export const NO_BALANCE = '0.00'
