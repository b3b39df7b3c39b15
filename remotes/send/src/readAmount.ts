import type { Holding } from '@portico/contracts'
import { type AmountProblem, dividedBy, parseAmount, readDecimal, readLocalDecimal } from '@portico/contracts/money'

/** Why an amount is rejected. `tooPreciseFiat`: it has fractions of a cent. */
export type SendAmountProblem = AmountProblem | 'tooPreciseFiat' | 'nothing' | 'tooMuch'

const CENT_DIGITS = 2

const within = (typed: bigint, { amount }: Pick<Holding, 'amount'>): bigint | SendAmountProblem =>
  typed === 0n ? 'nothing' : typed > BigInt(amount) ? 'tooMuch' : typed

/** Parses the typed amount into the token's smallest unit; undefined while empty. */
export function readAmount(
  text: string,
  locale: string,
  holding: Pick<Holding, 'decimals' | 'amount'>,
): bigint | SendAmountProblem | undefined {
  if (text.trim() === '') return undefined
  const plain = readLocalDecimal(text, locale)
  if (plain === undefined) return 'malformed'
  const typed = parseAmount(plain, holding.decimals)
  return typeof typed === 'bigint' ? within(typed, holding) : typed
}

/** Parses US dollars into the amount of the token that they buy, rounded down to its smallest unit. */
export function readFiat(
  text: string,
  locale: string,
  holding: Pick<Holding, 'decimals' | 'amount' | 'price'>,
): bigint | SendAmountProblem | undefined {
  if (text.trim() === '') return undefined
  const plain = readLocalDecimal(text, locale)
  const dollars = plain === undefined ? undefined : readDecimal(plain)
  const price = holding.price === undefined ? undefined : readDecimal(holding.price)
  if (!plain || !dollars || !price) return 'malformed'
  const cents = parseAmount(plain, CENT_DIGITS)
  if (typeof cents !== 'bigint') return cents === 'tooPrecise' ? 'tooPreciseFiat' : cents
  const paid = dividedBy(dollars, price, holding.decimals)
  return paid ? within(paid.digits, holding) : 'malformed'
}
