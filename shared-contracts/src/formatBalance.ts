/**
 * An amount in its smallest unit as a decimal string; digits after `fraction` are cut off (rules.md §5: balances floor
 * to three). Exact: no floating point anywhere.
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
/** rules.md §5: shown as the balance on test networks and unsupported networks. */
export const NO_BALANCE = '0.00'
