import { compare, decimalOf } from '@portico/contracts/money'
import fc from 'fast-check'
import { feeRates } from './feeRates.ts'

const rates = (estimates: Readonly<Record<string, number>>) => {
  const { slow, normal, fast } = feeRates(estimates)
  return [slow, normal, fast].map(({ rate, blocks }) => [rate, blocks])
}

test.each([
  [
    { '1': 20, '3': 12.0001, '6': 5, '144': 1 },
    [
      [5_000n, 6],
      [12_001n, 3],
      [20_000n, 1],
    ],
  ],
  // Falls back to the next longer time, or else to the longest.
  [
    { '2': 9, '4': 4, '10': 2 },
    [
      [2_000n, 10],
      [4_000n, 4],
      [9_000n, 2],
    ],
  ],
  [
    { '1': 5, '2': 2.5 },
    [
      [2_500n, 2],
      [2_500n, 2],
      [5_000n, 1],
    ],
  ],
  // The rate for the next block is also enough for slower speeds.
  [
    { '1': 3, '3': 8, '6': 2 },
    [
      [2_000n, 6],
      [3_000n, 1],
      [3_000n, 1],
    ],
  ],
  // Nodes do not relay transactions below one satoshi per byte.
  [
    { '1': 1.5, '3': 0.2, '6': 0 },
    [
      [1_000n, 3],
      [1_000n, 3],
      [1_500n, 1],
    ],
  ],
  // Invalid block counts.
  [
    { '0': 90, '-1': 80, '1.5': 70, fastest: 60, '3': 4 },
    [
      [4_000n, 3],
      [4_000n, 3],
      [4_000n, 3],
    ],
  ],
] as const)('the estimates %j give the slow, normal and fast rates %j', (estimates, expected) => {
  expect(rates(estimates)).toEqual(expected)
})

const estimates = fc.dictionary(
  fc.integer({ min: 1, max: 1_008 }).map(String),
  fc.double({ min: 0, max: 5_000, noNaN: true }),
  { minKeys: 1 },
)

test('rates are rounded up, by less than their last digit', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1_000, noNaN: true }), (estimate) => {
      const exact = decimalOf(estimate)
      if (!exact) throw new Error('it is no number')
      const { rate } = feeRates({ '3': estimate }).normal
      expect(compare({ digits: rate, scale: 3 }, exact)).toBeGreaterThanOrEqual(0)
      expect(compare({ digits: rate - 1n, scale: 3 }, exact)).toBeLessThan(0)
    }),
  )
})

test('a faster speed is never cheaper or slower, and all rates stay within bounds, whatever a server reports', () => {
  fc.assert(
    fc.property(estimates, (said) => {
      const { slow, normal, fast } = feeRates(said)
      expect(slow.rate <= normal.rate && normal.rate <= fast.rate).toBe(true)
      expect([slow.blocks, normal.blocks, fast.blocks].every((blocks) => String(blocks) in said)).toBe(true)
      expect(Number(slow.blocks) >= Number(normal.blocks) && Number(normal.blocks) >= Number(fast.blocks)).toBe(true)
      for (const { rate, isCut } of [slow, normal, fast]) {
        expect(rate >= 1_000n && rate <= 1_000_000n).toBe(true)
        if (isCut) expect(rate).toBe(1_000_000n)
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  [1_000, false],
  [1_000.0001, true],
  [1e15, true],
])('%s satoshis per byte are capped at 1,000: %s', (estimate, isCut) => {
  expect(feeRates({ '1': estimate }).fast).toEqual({ rate: 1_000_000n, blocks: 1, isCut })
})

test.each([[-1], [Number.NaN], [Number.POSITIVE_INFINITY]])('%s is not a valid rate', (estimate) => {
  expect(() => feeRates({ '3': estimate })).toThrow(expect.objectContaining({ code: 'service.invalidAnswer' }))
})
