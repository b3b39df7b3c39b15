/** @jest-environment jsdom */
import fc from 'fast-check'
import type { Holding } from '../../src/index.ts'
import { compare, inUnits, plus, readDecimal, times } from '../../src/money/index.ts'
import { fakeHost, render, unmountAll } from '../../testing/index.ts'
import { HostProvider } from '../index.ts'
import { HoldingRow } from './HoldingRow.tsx'
import { worthOf } from './worth.ts'

afterEach(unmountAll)

const holding = (over: Partial<Holding> = {}): Holding => ({
  caipNetworkId: 'eip155:1',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  amount: '1500000000000000000',
  price: '2000',
  ...over,
})

async function show(over: Partial<Holding> = {}, locale = 'en') {
  const { context } = fakeHost({ locale })
  const view = await render(
    <HostProvider value={context}>
      <HoldingRow holding={holding(over)} testId="row" />
    </HostProvider>,
  )
  return { ...view, whole: () => view.container.querySelector('[title]')?.getAttribute('title') }
}

test.each<[string, Partial<Holding>, string]>([
  ['the amount and its worth', {}, 'Ether1.5 ETH$3,000.00'],
  ['an amount that is not rounded up', { amount: '1999999999999999999' }, 'Ether1.99999 ETH$4,000.00'],
  ['that a tiny amount is below the smallest one shown', { amount: '1' }, 'Ether< 0.00001 ETH$0.00'],
  ['no worth if the price is unknown', { price: undefined }, 'Ether1.5 ETH'],
  ['zero for an empty balance', { amount: '0' }, 'Ether0 ETH$0.00'],
  [
    'more than a number can hold',
    { amount: `${10n ** 40n}`, price: undefined },
    `Ether10,000,000,000,000,000,000,000 ETH`,
  ],
])('a row shows %s', async (_, over, text) => {
  expect((await show(over)).names('[data-testid=row]')).toEqual([text])
})

test("the whole amount is in the tooltip, and numbers are in the visitor's format", async () => {
  const view = await show({ amount: '1234567890123456789012' }, 'de')
  expect(view.whole()).toBe('1234.567890123456789012 ETH')
  expect(view.names('[data-testid=row]')[0]?.replace(/\s/g, ' ')).toBe('Ether1.234,56789 ETH2.469.135,78 $')
})

test('the worth of any holding is shown to the nearest cent', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 40n })
  const prices = fc
    .bigInt({ min: 0n, max: 10n ** 15n })
    .map((digits) => `${digits / 10n ** 9n}.${String(digits % 10n ** 9n).padStart(9, '0')}`)
  fc.assert(
    fc.property(amounts, fc.nat(36), prices, (amount, decimals, price) => {
      const [worth, one] = [worthOf(amount, { decimals, price }), readDecimal(price)]
      if (!worth || !one) throw new Error('there is a price')
      const [exact, half] = [times(inUnits(amount, decimals), one), { digits: 5n, scale: 3 }]
      return compare(plus(worth, half), exact) >= 0 && compare(plus(exact, half), worth) >= 0
    }),
  )
})
