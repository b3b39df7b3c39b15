import type { ScriptType } from '@portico/contracts/chains/bitcoin/address'
import { DUST, feeAt, type SpendType, virtualBytes } from './sizes.ts'

/** An output that can be spent. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  /** Satoshis. */
  readonly value: bigint
}

export interface Payment {
  /** Satoshis; at least what is no dust. */
  readonly amount: bigint
  readonly to: ScriptType
  /** The kind of the account's own address: of all its coins, and of the change. */
  readonly from: SpendType
  /** Thousandths of a satoshi for a virtual byte. */
  readonly rate: bigint
}

/** What is spent: the coins are worth the amount, the fee and the change, to the satoshi. */
export interface Choice<C extends Coin = Coin> {
  readonly coins: readonly C[]
  readonly fee: bigint
  /** Nothing, or more than dust. */
  readonly change: bigint
  /** What of the fee is there because it is too little to come back. */
  readonly surplus: bigint
}

/** A wallet has to sign each. */
const COINS_MAX = 200
/** A search that finds nothing by then does without. */
const TRIES_MAX = 20_000

const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { value }) => sum + value, 0n)
const byValue = (one: Coin, other: Coin) => (one.value < other.value ? 1 : one.value > other.value ? -1 : 0)

/** The fee without change, for so many coins. */
const feeOf = ({ from, to, rate }: Omit<Payment, 'amount'>, coins: number, change: readonly ScriptType[] = []) =>
  feeAt(rate, virtualBytes(from, coins, [to, ...change]))

/** Those that bring more than they cost, the most valuable first. */
function worthSpending<C extends Coin>(coins: readonly C[], payment: Omit<Payment, 'amount'>): readonly C[] {
  const cost = feeOf(payment, 2) - feeOf(payment, 1)
  return [...coins]
    .filter(({ value }) => value > cost)
    .sort(byValue)
    .slice(0, COINS_MAX)
}

/**
 * Coins that are worth the payment without change, but for what the change would cost. Branch and bound: with the next coin,
 * then without it, and back as soon as there is too much or too little left
 * (https://murch.one/erhardt2016coinselection.pdf, §4).
 */
function withoutChange<C extends Coin>(coins: readonly C[], payment: Payment): readonly C[] | undefined {
  const left = coins.map(() => 0n)
  for (let index = coins.length - 1; index >= 0; index--) {
    left[index] = (left[index + 1] ?? 0n) + (coins[index]?.value ?? 0n)
  }
  let tries = TRIES_MAX
  const chosen: C[] = []
  const search = (index: number, sum: bigint): boolean => {
    if (tries-- <= 0) return false
    const fee = feeOf(payment, chosen.length)
    const tolerated = feeOf(payment, chosen.length, [payment.from]) - fee
    if (chosen.length > 0 && sum >= payment.amount + fee) return sum <= payment.amount + fee + tolerated
    const coin = coins[index]
    if (!coin || sum + (left[index] ?? 0n) < payment.amount + feeOf(payment, chosen.length + 1)) return false
    chosen.push(coin)
    if (search(index + 1, sum + coin.value)) return true
    chosen.pop()
    return search(index + 1, sum)
  }
  return search(0, 0n) ? chosen : undefined
}

/** What is left comes back, unless that costs more than it is worth. */
function settled<C extends Coin>(coins: readonly C[], payment: Payment): Choice<C> | undefined {
  const { amount, from } = payment
  const fee = feeOf(payment, coins.length)
  const rest = sumOf(coins) - amount - fee
  if (coins.length === 0 || rest < 0n) return undefined
  const feeWithChange = feeOf(payment, coins.length, [from])
  const change = rest - (feeWithChange - fee)
  if (change >= DUST[from]) return { coins, fee: feeWithChange, change, surplus: 0n }
  return { coins, fee: fee + rest, change: 0n, surplus: rest }
}

/** The most valuable first, until they suffice; and one more, where that saves what would be lost. */
function largestFirst<C extends Coin>(coins: readonly C[], payment: Payment): readonly Choice<C>[] {
  for (let count = 1; count <= coins.length; count++) {
    const choice = settled(coins.slice(0, count), payment)
    if (choice) return [choice, settled(coins.slice(0, count + 1), payment) ?? choice]
  }
  return []
}

/** The coins that pay it with the lowest fee that was found. Undefined: they do not suffice. */
export function chooseCoins<C extends Coin>(coins: readonly C[], payment: Payment): Choice<C> | undefined {
  const usable = worthSpending(coins, payment)
  const exact = settled(withoutChange(usable, payment) ?? [], payment)
  const found = [...(exact ? [exact] : []), ...largestFirst(usable, payment)]
  return found.sort((one, other) => (one.fee < other.fee ? -1 : one.fee > other.fee ? 1 : 0))[0]
}

/** What all coins that are worth it can pay: everything but the fee, and nothing comes back. */
export function mostOf(coins: readonly Coin[], payment: Omit<Payment, 'amount'>): bigint {
  const usable = worthSpending(coins, payment)
  const most = sumOf(usable) - feeOf(payment, usable.length)
  return usable.length > 0 && most >= DUST[payment.to] ? most : 0n
}

/** The fee that a payment would have which there is not enough for. */
export const leastFee = (coins: readonly Coin[], payment: Omit<Payment, 'amount'>): bigint =>
  feeOf(payment, Math.max(worthSpending(coins, payment).length, 1))
