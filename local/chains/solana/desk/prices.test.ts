import { assert, bigInt, constantFrom, property } from 'fast-check'
import { DESK_ASSETS, FIRST_PRICES, rateFor, rateOf, receivedFor } from './prices.ts'

const asset = constantFrom(...DESK_ASSETS)
const amount = bigInt({ min: 1n, max: 2n ** 60n })
const price = bigInt({ min: 1n, max: 10n ** 12n })
const prices = new Map(Object.entries(FIRST_PRICES))
const [SOL, USDC] = DESK_ASSETS
if (!SOL || !USDC) throw new Error('the desk swaps nothing')

test('a coin is worth 150 dollars in either direction of a swap', () => {
  expect(receivedFor(1_000_000_000n, SOL, USDC, prices)).toBe(150_000_000n)
  expect(receivedFor(150_000_000n, USDC, SOL, prices)).toBe(1_000_000_000n)
})

test('swapping there and back gains nothing', () => {
  assert(
    property(asset, asset, amount, price, (from, to, paid, own) => {
      const moved = new Map([...prices, [from.symbol, own]])
      return receivedFor(receivedFor(paid, from, to, moved), to, from, moved) <= paid
    }),
  )
})

test("at the quoted price, the desk honors the quote's minimum for any slippage", () => {
  assert(
    property(asset, asset, amount, price, bigInt({ min: 0n, max: 5_000n }), (from, to, paid, own, slippageBps) => {
      const moved = new Map([...prices, [from.symbol, own]])
      const received = receivedFor(paid, from, to, moved)
      const least = received - (received * slippageBps) / 10_000n
      return rateFor(least, paid, from, to) <= rateOf(from, to, moved)
    }),
  )
})

test('a price beyond the slippage is below the minimum rate, and a price within the slippage is not', () => {
  const received = receivedFor(1_000_000_000n, SOL, USDC, prices)
  const least = received - (received * 50n) / 10_000n
  const rateAt = (own: bigint) => rateOf(SOL, USDC, new Map([...prices, ['SOL', own]]))
  const wanted = rateFor(least, 1_000_000_000n, SOL, USDC)
  expect([rateAt(149_250_000n) >= wanted, rateAt(149_249_999n) >= wanted]).toEqual([true, false])
})
