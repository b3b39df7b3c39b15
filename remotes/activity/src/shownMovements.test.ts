import {
  compare,
  type Decimal,
  decimalOf,
  decimalText,
  inUnits,
  plus,
  readDecimal,
  ZERO,
} from '@portico/contracts/money'
import fc from 'fast-check'
import type { Movement } from './entry.ts'
import { shownMovements } from './shownMovements.ts'

type Short = readonly [direction: Movement['direction'], amount: string, symbol?: string, value?: number]
const movement = ([direction, amount, symbol, value]: Short): Movement => ({
  direction,
  amount,
  symbol,
  name: symbol,
  value,
  isCollectible: false,
})
const collectible: Movement = { direction: 'in', amount: '1', name: 'Pass #1', isCollectible: true }

const shown = (movements: readonly Movement[]) =>
  shownMovements(movements).map(({ direction, amount, name }) => [direction, decimalText(amount), name])

test.each<[rule: string, movements: Short[], expected: unknown[]]>([
  ['a single movement is unchanged', [['out', '0.001', 'ETH']], [['out', '0.001', 'ETH']]],
  [
    'if a token moves out and in, less than a tenth is a fee',
    [
      ['in', '0.09', 'ETH'],
      ['out', '1', 'ETH'],
    ],
    [['out', '1', 'ETH']],
  ],
  [
    'a tenth is not a fee',
    [
      ['in', '0.1', 'ETH'],
      ['out', '1', 'ETH'],
    ],
    [
      ['out', '1', 'ETH'],
      ['in', '0.1', 'ETH'],
    ],
  ],
  [
    'of several movements of a token, those under a hundredth are fees, and the others are added up',
    [
      ['out', '1', 'ETH'],
      ['out', '0.009', 'ETH'],
      ['out', '0.05', 'ETH'],
    ],
    [['out', '1.05', 'ETH']],
  ],
  [
    'movements of a token in one direction are added up exactly',
    [
      ['out', '0.1', 'USDC'],
      ['out', '0.2', 'USDC'],
    ],
    [['out', '0.3', 'USDC']],
  ],
  [
    'outgoing movements come before incoming ones',
    [
      ['in', '3000', 'USDC'],
      ['out', '1', 'ETH'],
    ],
    [
      ['out', '1', 'ETH'],
      ['in', '3000', 'USDC'],
    ],
  ],
  [
    'of more than two movements, the most valuable are shown',
    [
      ['out', '1', 'ETH', 2_000],
      ['in', '5', 'AAA', 5],
      ['in', '1990', 'USDC', 1_990],
    ],
    [
      ['out', '1', 'ETH'],
      ['in', '1990', 'USDC'],
    ],
  ],
])('chains.md §6.6: %s', (_, movements, expected) => {
  expect(shown(movements.map(movement))).toEqual(expected)
})

test('values are compared exactly: 0.2 and 0.1 are not more than 0.3', () => {
  const tenths = (value: number) => movement(['out', '1', 'A', value])
  const expected = [
    ['out', '2', 'A'],
    ['in', '1', 'B'],
  ]
  // In floating point, 0.1 and 0.2 add up to 0.30000000000000004, which would be more than B or C.
  const others = (['B', 'C'] as const).map((symbol) => movement(['in', '1', symbol, 0.3]))
  const [first, second] = shownMovements([tenths(0.1), tenths(0.2), ...others])
  expect([first, second].map((one) => one && decimalText(one.worth))).toEqual(['0.3', '0.3'])
  expect(shown([tenths(0.1), tenths(0.2), ...others])).toEqual(expected)
})

const DIRECTIONS = ['in', 'out', 'self'] as const
const movements = fc.array(
  fc.record({
    direction: fc.constantFrom(...DIRECTIONS),
    amount: fc.bigInt({ min: 0n, max: 10n ** 30n }).map((amount) => decimalText(inUnits(amount, 18))),
    symbol: fc.constantFrom('A', 'B', undefined),
    value: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: undefined }),
    isCollectible: fc.boolean(),
  }),
  { maxLength: 12 },
)
const exact = (text: string) => readDecimal(text) ?? ZERO
const total = (amounts: readonly Decimal[]) => amounts.reduce(plus, ZERO)
const isSame = (one: Pick<Movement, 'symbol' | 'direction'>, other: Pick<Movement, 'symbol' | 'direction'>) =>
  one.symbol === other.symbol && one.direction === other.direction

test('at most two movements are shown, outgoing ones first, and their amounts never exceed what was moved', () => {
  fc.assert(
    fc.property(movements, (all) => {
      const said = shownMovements(all)
      expect(said.length <= (all.length < 2 ? 1 : 2)).toBe(true)
      expect(all.length > 0).toBe(said.length > 0)
      const places = said.map(({ direction }) => Number(direction === 'in'))
      expect(places).toEqual(places.toSorted())
      for (const one of said) {
        const moved = all.filter((movement) => isSame(movement, one) && movement.isCollectible === one.isCollectible)
        expect(compare(one.amount, total(moved.map(({ amount }) => exact(amount)))) <= 0).toBe(true)
        expect(compare(one.worth, total(moved.map(({ value = 0 }) => decimalOf(value) ?? ZERO))) <= 0).toBe(true)
      }
    }),
  )
})

test('similar amounts are added exactly, and none is taken for a fee', () => {
  // No amount is less than a tenth of another.
  const alike = fc.array(fc.bigInt({ min: 10n ** 18n, max: 10n ** 19n }), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(alike, fc.constantFrom(...DIRECTIONS), (amounts, direction) => {
      const [one, ...more] = shownMovements(
        amounts.map((amount) => movement([direction, decimalText(inUnits(amount, 18)), 'A'])),
      )
      const sum = amounts.reduce((all, amount) => all + amount, 0n)
      expect([one && compare(one.amount, inUnits(sum, 18)), more]).toEqual([0, []])
    }),
  )
})

test('collectibles are neither taken for a fee nor added up', () => {
  expect(shown([collectible, movement(['out', '100', 'Pass #1'])])).toEqual([
    ['out', '100', 'Pass #1'],
    ['in', '1', 'Pass #1'],
  ])
})

test('the stored entry is not modified (pitfall 27)', () => {
  const movements = [movement(['out', '1', 'A']), movement(['out', '2', 'A'])]
  const before = structuredClone(movements)
  shownMovements(movements)
  expect(movements).toEqual(before)
})
