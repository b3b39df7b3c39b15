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
  /** Satoshis; at least the dust limit. */
  readonly amount: bigint
  readonly to: ScriptType
  /** The account's address type, which applies to all its coins and the change. */
  readonly from: SpendType
  /** Thousandths of a satoshi per virtual byte. */
  readonly rate: bigint
}

/** The selected coins, which equal amount, fee and change to the satoshi. */
export interface Choice<C extends Coin = Coin> {
  readonly coins: readonly C[]
  readonly fee: bigint
  /** Zero, or more than dust. */
  readonly change: bigint
  /** The part of the fee that was too small to return as change. */
  readonly surplus: bigint
}

/** Limited because a wallet signs each input. */
const COINS_MAX = 200
/** The exact-match search gives up after this many steps. */
const TRIES_MAX = 20_000

const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { value }) => sum + value, 0n)
const byValue = (one: Coin, other: Coin) => (one.value < other.value ? 1 : one.value > other.value ? -1 : 0)

/** The fee for a number of coins, without change unless given. */
const feeOf = ({ from, to, rate }: Omit<Payment, 'amount'>, coins: number, change: readonly ScriptType[] = []) =>
  feeAt(rate, virtualBytes(from, coins, [to, ...change]))

/** Coins worth more than their input costs, most valuable first. */
function worthSpending<C extends Coin>(coins: readonly C[], payment: Omit<Payment, 'amount'>): readonly C[] {
  const cost = feeOf(payment, 2) - feeOf(payment, 1)
  return [...coins]
    .filter(({ value }) => value > cost)
    .sort(byValue)
    .slice(0, COINS_MAX)
}

/**
 * Finds coins that match the payment without change, tolerating an excess of what change would cost. Branch and bound:
 * tries with and without each coin, and backtracks when the sum is too high or the rest too low
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

/** Returns the rest as change unless it would be dust. */
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

/**
 * Two choices: the most valuable coins until they suffice, and the same with one more coin, which may avoid losing the
 * rest.
 */
function largestFirst<C extends Coin>(coins: readonly C[], payment: Payment): readonly Choice<C>[] {
  for (let count = 1; count <= coins.length; count++) {
    const choice = settled(coins.slice(0, count), payment)
    if (choice) return [choice, settled(coins.slice(0, count + 1), payment) ?? choice]
  }
  return []
}

/** Selects coins for the lowest fee found. Undefined if they do not suffice. */
export function chooseCoins<C extends Coin>(coins: readonly C[], payment: Payment): Choice<C> | undefined {
  const usable = worthSpending(coins, payment)
  const exact = settled(withoutChange(usable, payment) ?? [], payment)
  const found = [...(exact ? [exact] : []), ...largestFirst(usable, payment)]
  return found.sort((one, other) => (one.fee < other.fee ? -1 : one.fee > other.fee ? 1 : 0))[0]
}

/** The most that can be paid: all coins worth spending, minus the fee, without change. */
export function mostOf(coins: readonly Coin[], payment: Omit<Payment, 'amount'>): bigint {
  const usable = worthSpending(coins, payment)
  const most = sumOf(usable) - feeOf(payment, usable.length)
  return usable.length > 0 && most >= DUST[payment.to] ? most : 0n
}

/** The fee to show for a payment that the coins do not cover. */
export const leastFee = (coins: readonly Coin[], payment: Omit<Payment, 'amount'>): bigint =>
  feeOf(payment, Math.max(worthSpending(coins, payment).length, 1))
