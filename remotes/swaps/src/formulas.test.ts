import { type Decimal, decimalText, readDecimal } from '@portico/contracts/money'
import fc from 'fast-check'
import {
  feeOf,
  GAS_BEFORE_BUILD,
  GAS_MAX,
  gasLimitOf,
  impactLevel,
  isWorse,
  keptGas,
  leastOf,
  mostOf,
  priceImpact,
  rateOf,
  slippageOf,
} from './formulas.ts'

const amount = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const some = fc.bigInt({ min: 1n, max: (1n << 256n) - 1n })
const bps = fc.bigInt({ min: 0n, max: 5_000n })
const decimals = fc.nat(36)
const worth = fc.record({ digits: some, scale: decimals })

describe('the minimum received', () => {
  test('plus the slippage is the quote, and neither is negative', () => {
    fc.assert(
      fc.property(amount, bps, (quoted, slippage) => {
        const [least, lost] = [leastOf(quoted, slippage), slippageOf(quoted, slippage)]
        expect(least + lost).toBe(quoted)
        expect(least >= 0n && lost >= 0n).toBe(true)
      }),
    )
  })

  test('is exact to the smallest unit', () => {
    fc.assert(
      fc.property(amount, bps, (quoted, slippage) => {
        const exact = quoted * (10_000n - slippage)
        const least = leastOf(quoted, slippage)
        expect(least * 10_000n <= exact && (least + 1n) * 10_000n > exact).toBe(true)
      }),
    )
  })

  test('never rises with more slippage', () => {
    fc.assert(
      fc.property(amount, bps, bps, (quoted, one, other) => {
        const [narrow, wide] = one < other ? [one, other] : [other, one]
        expect(leastOf(quoted, wide) <= leastOf(quoted, narrow)).toBe(true)
      }),
    )
  })
})

describe('a quote is worse than the accepted one', () => {
  test('only if it is lower by more than the slippage', () => {
    fc.assert(
      fc.property(amount, amount, bps, (quoted, accepted, slippage) => {
        expect(isWorse(quoted, accepted, slippage)).toBe(accepted - quoted > slippageOf(accepted, slippage))
      }),
    )
  })

  test('never if it is as good or better', () => {
    fc.assert(
      fc.property(amount, amount, bps, (one, more, slippage) => expect(isWorse(one + more, one, slippage)).toBe(false)),
    )
  })
})

describe('the gas limit', () => {
  const gas = fc.bigInt({ min: 0n, max: 2n * GAS_MAX })

  test("is the node's estimate plus a quarter, or the service's limit if that is higher and plausible", () => {
    fc.assert(
      fc.property(gas, gas, (estimated, said) => {
        const limit = gasLimitOf(estimated, said)
        const isQuarterMore = 4n * limit <= 5n * estimated && 4n * (limit + 1n) > 5n * estimated
        expect(4n * (limit + 1n) > 5n * estimated).toBe(true)
        expect(isQuarterMore || limit === said).toBe(true)
        expect(said > GAS_MAX ? isQuarterMore : limit >= said).toBe(true)
      }),
    )
  })
})

test('the fee never falls when gas or its price rises', () => {
  fc.assert(
    fc.property(amount, amount, amount, (gas, price, more) => {
      expect(feeOf(gas, price)).toBe(price * gas)
      expect(feeOf(gas + more, price) >= feeOf(gas, price) && feeOf(gas, price + more) >= feeOf(gas, price)).toBe(true)
    }),
  )
})

test('the gas kept back is that of the last plan, and never less than any swap needs', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000_000n }), (gas) => {
      const kept = keptGas(String(gas))
      expect(kept >= gas && kept >= GAS_BEFORE_BUILD && (kept === gas || kept === GAS_BEFORE_BUILD)).toBe(true)
    }),
  )
  expect(keptGas(undefined)).toBe(GAS_BEFORE_BUILD)
})

test('the maximum and what is kept back add up to the balance, or nothing can be swapped', () => {
  fc.assert(
    fc.property(amount, amount, (balance, kept) => {
      const most = mostOf(balance, kept)
      expect(most).toBe(kept >= balance ? 0n : balance - kept)
      expect(most >= 0n && most <= balance).toBe(true)
    }),
  )
})

describe('the price impact', () => {
  const scaled = ({ digits, scale }: Decimal, to: number) => digits * 10n ** BigInt(to - scale)

  test('is the relative loss of value, rounded up by less than 0.01 %', () => {
    fc.assert(
      fc.property(worth, worth, (paid, received) => {
        const impact = priceImpact(paid, received) ?? 0n
        const [before, after] = [scaled(paid, 36), scaled(received, 36)]
        const lost = (before - after) * 10_000n
        expect(impact * before >= lost).toBe(true)
        expect((impact - 1n) * before < lost).toBe(true)
      }),
    )
  })

  test('is 100 % if nothing is received, and zero if both amounts have the same value', () => {
    fc.assert(
      fc.property(worth, (paid) => {
        expect(priceImpact(paid, paid)).toBe(0n)
        expect(priceImpact(paid, { digits: 0n, scale: 0 })).toBe(10_000n)
      }),
    )
  })

  test.each([
    ['the price of what is paid is missing', undefined, readDecimal('1')],
    ['the price of what is received is missing', readDecimal('1'), undefined],
    ['what is paid is worth nothing', readDecimal('0'), readDecimal('1')],
  ])('is unknown if %s', (_, paid, received) => {
    const impact = priceImpact(paid, received)
    expect([impact, impactLevel(impact)]).toEqual([undefined, 'unknown'])
  })

  test.each([
    [-1n, 'none'],
    [299n, 'none'],
    [300n, 'caution'],
    [999n, 'caution'],
    [1_000n, 'danger'],
  ])('of %s hundredths of a percent has the level %s', (impact, level) => {
    expect(impactLevel(impact)).toBe(level)
  })
})

describe('the rate', () => {
  test('is the quoted rate, rounded down by less than its last digit', () => {
    const realistic = fc.bigInt({ min: 1n, max: 10n ** 30n })
    fc.assert(
      fc.property(realistic, fc.nat(18), realistic, fc.nat(18), (paid, paidDecimals, received, receivedDecimals) => {
        const rate = rateOf({ amount: paid, decimals: paidDecimals }, { amount: received, decimals: receivedDecimals })
        if (!rate) throw new Error('there is a rate')
        const exact = received * 10n ** BigInt(paidDecimals + rate.scale)
        const unit = paid * 10n ** BigInt(receivedDecimals)
        expect(rate.digits * unit <= exact && (rate.digits + 1n) * unit > exact).toBe(true)
      }),
    )
  })

  test.each([
    ['3000', { amount: 10n ** 18n, decimals: 18 }, { amount: 3_000_000_000n, decimals: 6 }],
    ['0.000333333333', { amount: 3_000_000_000n, decimals: 6 }, { amount: 10n ** 18n, decimals: 18 }],
  ])('%s', (text, paid, received) => {
    expect(decimalText(rateOf(paid, received) ?? { digits: 0n, scale: 0 })).toBe(text)
  })

  test('is undefined if nothing is paid', () => {
    expect(rateOf({ amount: 0n, decimals: 6 }, { amount: 1n, decimals: 6 })).toBeUndefined()
  })
})
