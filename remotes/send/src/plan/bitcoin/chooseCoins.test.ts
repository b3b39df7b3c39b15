import fc from 'fast-check'
import { type Coin, chooseCoins, mostOf, type Payment } from './chooseCoins.ts'
import { DUST, feeAt, type SpendType, virtualBytes } from './sizes.ts'

const coinsOf = (values: readonly bigint[]): readonly Coin[] =>
  values.map((value, vout) => ({ txid: vout.toString(16).padStart(64, '0'), vout, value }))

const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { value }) => sum + value, 0n)

const spends = fc.constantFrom<SpendType>('p2pkh', 'p2sh', 'p2wpkh', 'p2tr')
const kinds = fc.constantFrom('p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr')
const rates = fc.bigInt({ min: 1_000n, max: 500_000n })
const coins = fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), { minLength: 1, maxLength: 14 }).map(coinsOf)
const payments = fc
  .record({ amount: fc.bigInt({ min: 546n, max: 30_000_000n }), from: spends, to: kinds, rate: rates })
  .map((payment): Payment => payment)

test('inputs equal amount, change and fee to the satoshi', () => {
  fc.assert(
    fc.property(coins, payments, (all, payment) => {
      const choice = chooseCoins(all, payment)
      if (!choice) return
      expect(sumOf(choice.coins)).toBe(payment.amount + choice.change + choice.fee)
      expect(new Set(choice.coins.map(({ vout }) => vout)).size).toBe(choice.coins.length)
      expect(choice.coins.every((coin) => all.includes(coin))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test("the fee follows the server's rate, and exceeds it at most by change that is too small to return", () => {
  fc.assert(
    fc.property(coins, payments, (all, payment) => {
      const choice = chooseCoins(all, payment)
      if (!choice) return
      const { from, to, rate } = payment
      const outputs = choice.change > 0n ? [to, from] : [to]
      const wanted = feeAt(rate, virtualBytes(from, choice.coins.length, outputs))
      expect(choice.fee).toBe(wanted + choice.surplus)
      const withChange = feeAt(rate, virtualBytes(from, choice.coins.length, [to, from]))
      expect(choice.surplus < withChange - wanted + DUST[from] || choice.surplus === 0n).toBe(true)
      if (choice.change > 0n) expect([choice.change >= DUST[from], choice.surplus]).toEqual([true, 0n])
    }),
    { numRuns: 300 },
  )
})

test('the chosen fee is never higher than that for spending the most valuable coins first', () => {
  fc.assert(
    fc.property(coins, payments, (all, payment) => {
      const choice = chooseCoins(all, payment)
      const sorted = [...all].sort((one, other) => Number(other.value - one.value))
      for (let count = 1; count <= sorted.length; count++) {
        const { amount, from, to, rate } = payment
        const taken = sorted.slice(0, count)
        const cost = feeAt(rate, virtualBytes(from, count, [to, from]))
        if (sumOf(taken) < amount + cost + DUST[from]) continue
        expect(choice && choice.fee <= cost).toBe(true)
        return
      }
    }),
    { numRuns: 300 },
  )
})

test('the maximum can be paid, and not a satoshi more', () => {
  fc.assert(
    fc.property(coins, payments, (all, { amount: _, ...payment }) => {
      const most = mostOf(all, payment)
      if (most === 0n) return
      const choice = chooseCoins(all, { ...payment, amount: most })
      expect([choice?.change, choice?.surplus]).toEqual([0n, 0n])
      // Only coins that cost more than they are worth remain.
      const cost = feeAt(payment.rate, virtualBytes(payment.from, 1, [])) + 1n
      const left = all.filter((coin) => !choice?.coins.includes(coin))
      expect(left.every(({ value }) => value <= cost)).toBe(true)
      expect(chooseCoins(all, { ...payment, amount: most + 1n })).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})

const usual = { from: 'p2wpkh', to: 'p2wpkh', rate: 3_000n } as const
const single = feeAt(3_000n, virtualBytes('p2wpkh', 1, ['p2wpkh']))

test('coins that match exactly are chosen, so that no change is needed', () => {
  const choice = chooseCoins(coinsOf([90_000n, 50_000n, 20_000n + single]), { ...usual, amount: 20_000n })
  expect(choice).toMatchObject({ coins: [{ vout: 2 }], change: 0n, surplus: 0n, fee: single })
})

test.each([
  [294n + 93n, 294n, 0n],
  [293n + 93n, 0n, 386n],
  [0n, 0n, 0n],
])('of %s satoshis left over, %s return as change and %s go to the fee', (left, change, surplus) => {
  const choice = chooseCoins(coinsOf([100_000n]), { ...usual, amount: 100_000n - single - left })
  expect(choice).toMatchObject({ change, surplus })
})

test('one satoshi too few is rejected', () => {
  expect(chooseCoins(coinsOf([100_000n]), { ...usual, amount: 100_000n - single })).toBeDefined()
  expect(chooseCoins(coinsOf([100_000n]), { ...usual, amount: 100_001n - single })).toBeUndefined()
  expect(chooseCoins([], { ...usual, amount: 1_000n })).toBeUndefined()
})

test('thousands of coins are handled without delay', () => {
  const many = coinsOf(Array.from({ length: 5_000 }, (_, index) => 1_000n + BigInt((index * 7919) % 5_000)))
  const choice = chooseCoins(many, { ...usual, amount: 400_000n })
  expect(choice && choice.coins.length <= 200).toBe(true)
})
