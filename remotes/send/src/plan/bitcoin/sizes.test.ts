import fc from 'fast-check'
import { feeAt, virtualBytes } from './sizes.ts'

test.each([
  ['p2pkh', ['p2pkh', 'p2pkh'], 226n],
  ['p2sh', ['p2sh', 'p2sh'], 166n],
  ['p2wpkh', ['p2wpkh', 'p2wpkh'], 141n],
  ['p2wpkh', ['p2wpkh'], 110n],
  // Taproot includes the sighash byte, which most wallets omit.
  ['p2tr', ['p2tr'], 112n],
] as const)('one input of %s and outputs of %j have the size that others calculate: %s', (from, to, bytes) => {
  expect(virtualBytes(from, 1, to)).toBe(bytes)
})

test('a fee is exactly its rate, rounded up', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 5_000_000n }), fc.bigInt({ min: 1n, max: 100_000n }), (rate, bytes) => {
      const fee = feeAt(rate, bytes)
      expect(fee * 1_000n >= rate * bytes && (fee - 1n) * 1_000n < rate * bytes).toBe(true)
    }),
  )
})
