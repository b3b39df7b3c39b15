import { decimalOf, readDecimal, toScale } from '@portico/services/blockchainApi/onramp/decimal'
import { assert, bigInt, double, integer, property } from 'fast-check'
import { FEE_BPS } from './limits.ts'
import { centsFor, priceOrder } from './priceOrder.ts'

const dollar = readDecimal('1')

test('a hundred dollars buy ninety-nine dollars of ether', () => {
  const rates = { dollars: dollar, price: readDecimal('3000'), decimals: 18 }
  expect(priceOrder(10_000n, rates)).toEqual({ fee: 100n, subtotal: 9_900n, amount: 33n * 10n ** 15n, cents: 10_000n })
})

test("a hundred euros buy more than a hundred dollars, and the token's decimals are respected", () => {
  const rates = { dollars: readDecimal('1.1'), price: dollar, decimals: 6 }
  expect(priceOrder(10_000n, rates)).toEqual({ fee: 100n, subtotal: 9_900n, amount: 108_900_000n, cents: 11_000n })
})

test('the fee is rounded up and the amount down, so the buyer never gets more than was paid for', () => {
  assert(
    property(
      bigInt(1n, 10n ** 9n),
      double({ min: 1e-9, max: 1e6, noNaN: true }),
      integer({ min: 0, max: 18 }),
      (paid, dollars, decimals) => {
        const price = decimalOf(dollars)
        const { fee, subtotal, amount } = priceOrder(paid, { dollars: dollar, price, decimals })
        expect(fee + subtotal).toBe(paid)
        expect(fee * 10_000n >= paid * FEE_BPS && (fee - 1n) * 10_000n < paid * FEE_BPS).toBe(true)
        const worthOf = (units: bigint) => units * price.digits * 100n
        const spent = subtotal * 10n ** BigInt(price.scale + decimals)
        expect(worthOf(amount) <= spent && spent < worthOf(amount + 1n)).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})

test('the price for a number of coins buys at least that many', () => {
  assert(
    property(
      double({ min: 1e-3, max: 1e3, noNaN: true }),
      double({ min: 1e-2, max: 1e5, noNaN: true }),
      (coins, dollars) => {
        const price = decimalOf(dollars)
        const { amount } = priceOrder(centsFor(decimalOf(coins), price), { dollars: dollar, price, decimals: 18 })
        expect(amount >= toScale(decimalOf(coins), 18)).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})
