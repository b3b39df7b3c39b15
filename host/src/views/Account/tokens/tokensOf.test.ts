import type { Holding } from '@portico/contracts'
import { compare, decimalText, inUnits, plus, readDecimal, times, ZERO } from '@portico/contracts/money'
import { ethereum, polygon } from '@portico/contracts/testing'
import fc from 'fast-check'
import { tokensOf, totalOf } from './tokensOf.ts'

const holding = (symbol: string, amount: string, over: Partial<Holding> = {}): Holding => ({
  caipNetworkId: ethereum.caipNetworkId,
  address: `0x${symbol}`,
  name: symbol,
  symbol,
  decimals: 2,
  amount,
  price: '1',
  ...over,
})
const coin = (amount: string, over: Partial<Holding> = {}) => holding('ETH', amount, { address: undefined, ...over })
const symbols = (tokens: readonly Holding[]) => tokens.map(({ symbol }) => symbol)
const balance = (value: string) => ({ value, decimals: 18 })
const totalText = (tokens: readonly Holding[]) => {
  const { worth, isPartial } = totalOf(tokens)
  return [worth && decimalText(worth), isPartial]
}

test('tokens are sorted by value, then by name; a token without a price counts as worthless', () => {
  const list = [
    holding('B', '100'),
    holding('A', '100'),
    holding('C', '1', { price: '1000' }),
    holding('D', '9', { price: undefined }),
  ]
  expect(symbols(tokensOf(list, undefined, ethereum))).toEqual(['C', 'A', 'B', 'D'])
})

test('amounts of zero and tokens on other networks are left out', () => {
  const list = [holding('A', '0'), holding('B', '1', { caipNetworkId: polygon.caipNetworkId }), coin('0')]
  expect(tokensOf(list, balance('0'), ethereum)).toEqual([])
})

test("for the network's own coin, the amount is the node's and the price the service's", () => {
  const [own] = tokensOf([coin('150')], balance('2000000000000000000'), ethereum)
  expect(own).toMatchObject({ amount: '2000000000000000000', decimals: 18, price: '1' })
})

test('without the service, the coin is still listed, without a price', () => {
  const [own, ...others] = tokensOf([], balance('5'), ethereum)
  expect(own).toEqual({ caipNetworkId: 'eip155:1', name: 'ETH', symbol: 'ETH', decimals: 18, amount: '5' })
  expect(others).toEqual([])
})

test("without the node, the service's amount is used", () => {
  expect(tokensOf([coin('150')], undefined, ethereum)).toEqual([coin('150')])
})

test('the given list is not modified', () => {
  const list = Object.freeze([holding('A', '1'), holding('B', '2')])
  expect(symbols(tokensOf(list, undefined, ethereum))).toEqual(['B', 'A'])
})

test.each([
  ['no tokens are worth zero', [], ['0', false]],
  ['the sum of all values', [holding('A', '150'), holding('B', '225')], ['3.75', false]],
  [
    'fractions of a cent count, and are rounded once',
    [holding('A', '100', { price: '0.004' }), holding('B', '100', { price: '0.004' })],
    ['0.01', false],
  ],
  ['a missing price is marked', [holding('A', '150'), holding('B', '1', { price: undefined })], ['1.5', true]],
  ['without any price there is no total', [holding('B', '1', { price: undefined })], [undefined, true]],
  [
    'more than a number can hold',
    [holding('A', `${10n ** 40n + 1n}`), holding('B', '1')],
    [`1${'0'.repeat(38)}.02`, false],
  ],
])('the total: %s', (_, tokens, expected) => {
  expect(totalText(tokens)).toEqual(expected)
})

const SOME = fc.array(
  fc.record({
    amount: fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    decimals: fc.integer({ min: 1, max: 24 }),
    price: fc.option(
      fc.record({ digits: fc.bigInt({ min: 0n, max: 10n ** 12n }), scale: fc.nat(9) }).map(decimalText),
      { nil: undefined },
    ),
  }),
)
const exactly = (list: readonly Pick<Holding, 'amount' | 'decimals' | 'price'>[]) =>
  list
    .flatMap(({ amount, decimals, price }) => {
      const one = price === undefined ? undefined : readDecimal(price)
      return one ? [times(inUnits(BigInt(amount), decimals), one)] : []
    })
    .reduce(plus, ZERO)

test('the total is the sum of all values, rounded to the cent', () => {
  fc.assert(
    fc.property(SOME, (list) => {
      const { worth } = totalOf(list.map(({ amount, ...over }, index) => holding(`T${index}`, amount, over)))
      if (!worth) return list.every(({ price }) => price === undefined) && list.length > 0
      const [exact, half] = [exactly(list), { digits: 5n, scale: 3 }]
      return compare(plus(worth, half), exact) >= 0 && compare(plus(exact, half), worth) >= 0
    }),
  )
})

test('the order of the tokens does not change the total', () => {
  const some = fc.array(
    fc.record({
      amount: fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
      decimals: fc.integer({ min: 1, max: 24 }),
      price: fc.option(
        fc.integer({ min: 0, max: 1e9 }).map((digits) => `0.${digits}`),
        { nil: undefined },
      ),
    }),
  )
  fc.assert(
    fc.property(some, (list) => {
      const tokens = list.map(({ amount, ...over }, index) => holding(`T${index}`, amount, over))
      expect(totalText([...tokens].reverse())).toEqual(totalText(tokens))
    }),
  )
})
