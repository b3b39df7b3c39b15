/** An exact amount in whole units. Only trailing zeros are dropped. */
export function formatAmount(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '−' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction && `.${fraction}`}`
}
