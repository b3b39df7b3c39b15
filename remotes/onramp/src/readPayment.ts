import {
  compare,
  type Decimal,
  decimalText,
  parseAmount,
  readDecimal,
  readLocalDecimal,
} from '@portico/contracts/money'
import type { Limits } from './offer.ts'

/** Services take two decimals in every currency (services.md §7.20). */
export const CENTS = 2

/** Why an amount is rejected. */
export type PaymentProblem = 'malformed' | 'tooPrecise' | 'nothing' | 'tooLittle' | 'tooMuch'

/** Parses the typed amount for a service; undefined while empty. Amounts outside the limits are never sent. */
export function readPayment(text: string, locale: string, limits: Limits): Decimal | PaymentProblem | undefined {
  if (text.trim() === '') return undefined
  const plain = readLocalDecimal(text, locale)
  if (plain === undefined) return 'malformed'
  const cents = parseAmount(plain, CENTS)
  if (cents === 'tooLarge') return 'tooMuch'
  if (typeof cents !== 'bigint') return cents
  if (cents === 0n) return 'nothing'
  const paid: Decimal = { digits: cents, scale: CENTS }
  if (compare(paid, limits.min) < 0) return 'tooLittle'
  return compare(paid, limits.max) > 0 ? 'tooMuch' : paid
}

/** `100.00` */
export function moneyText({ digits, scale }: Decimal): string {
  const [whole = '0', fraction = ''] = decimalText({ digits, scale }).split('.')
  return `${whole}.${fraction.padEnd(CENTS, '0')}`
}

/** The fees: total minus subtotal. Undefined if the two do not fit together. */
export function feeOf(total: string, subtotal: string): Decimal | undefined {
  const [all, own] = [readDecimal(total), readDecimal(subtotal)]
  if (!all || !own) return undefined
  const scale = Math.max(all.scale, own.scale)
  const digits = all.digits * 10n ** BigInt(scale - all.scale) - own.digits * 10n ** BigInt(scale - own.scale)
  return digits < 0n ? undefined : { digits, scale }
}
