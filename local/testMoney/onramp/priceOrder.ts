import { type Decimal, toScale } from '@portico/services/blockchainApi/onramp/decimal'
import { FEE_BPS } from './limits.ts'

const ALL_BPS = 10_000n
const CENTS = 2

interface Rates {
  /** US dollars per unit of the payment currency. */
  readonly dollars: Decimal
  /** The price of one whole coin, in US dollars. */
  readonly price: Decimal
  /** The coin's decimals. */
  readonly decimals: number
}

export interface PricedOrder {
  /** Hundredths of the currency. */
  readonly fee: bigint
  readonly subtotal: bigint
  /** The bought amount in the smallest unit; 0 if it is less than one unit. */
  readonly amount: bigint
  /** The payment, in US cents. */
  readonly cents: bigint
}

const divideUp = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor

/** @param paid hundredths of the currency. Rounds in the seller's favor: the fee up, the coins down. */
export function priceOrder(paid: bigint, { dollars, price, decimals }: Rates): PricedOrder {
  const fee = divideUp(paid * FEE_BPS, ALL_BPS)
  const subtotal = paid - fee
  const worth = subtotal * dollars.digits * 10n ** BigInt(price.scale + decimals)
  return {
    fee,
    subtotal,
    amount: worth / (price.digits * 10n ** BigInt(dollars.scale + CENTS)),
    cents: (paid * dollars.digits) / 10n ** BigInt(dollars.scale),
  }
}

/** US cents to pay, with the fee, to get at least that many coins. */
export function centsFor(coins: Decimal, price: Decimal): bigint {
  const scale = coins.scale + price.scale
  const worth = { digits: coins.digits * price.digits, scale }
  const subtotal = divideUp(toScale(worth, Math.max(scale, CENTS)), 10n ** BigInt(Math.max(scale, CENTS) - CENTS))
  return divideUp(subtotal * ALL_BPS, ALL_BPS - FEE_BPS)
}
