import { compare, type Decimal, decimalText, plus, readDecimal } from '@portico/contracts/money'
import { isPageUrl } from '@portico/contracts/popups'
import { ethereum, hostState, polygon, solana } from '@portico/contracts/testing'
import fc from 'fast-check'
import { chosenCurrency, chosenToken, limitsOf, selectListed, sellersOn, tokensOn } from './offer.ts'
import { presetsWithin } from './presets.ts'
import { feeOf, moneyText, readPayment } from './readPayment.ts'
import { options } from './testing.ts'

const limits = (min: string, max: string) => ({ min: readDecimal(min) as Decimal, max: readDecimal(max) as Decimal })
const LIMITS = limits('10.00', '2500.00')

test.each([
  ['', 'en', undefined],
  ['  ', 'en', undefined],
  ['100', 'en', '100.00'],
  ['10', 'en', '10.00'],
  ['2500.00', 'en', '2500.00'],
  ['99.5', 'en', '99.50'],
  ['99,5', 'de', '99.50'],
  ['99.5', 'de', 'malformed'],
  ['1,000', 'en', 'malformed'],
  ['1e2', 'en', 'malformed'],
  ['-5', 'en', 'malformed'],
  ['NaN', 'en', 'malformed'],
  ['0', 'en', 'nothing'],
  ['0.00', 'en', 'nothing'],
  ['20.001', 'en', 'tooPrecise'],
  ['20.000', 'en', '20.00'],
  ['9.99', 'en', 'tooLittle'],
  ['2500.01', 'en', 'tooMuch'],
  ['9'.repeat(90), 'en', 'tooMuch'],
])('%j typed in %s is %s', (text, locale, expected) => {
  const read = readPayment(text, locale, LIMITS)
  expect(typeof read === 'object' ? moneyText(read) : read).toBe(expected)
})

test('only amounts within the limits are requested, exactly as typed, to the cent', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 12n })
  fc.assert(
    fc.property(cents, cents, cents, (a, b, typed) => {
      const [min, max] = a < b ? [a, b] : [b, a]
      const text = moneyText({ digits: typed, scale: 2 })
      const read = readPayment(text, 'en', { min: { digits: min, scale: 2 }, max: { digits: max, scale: 2 } })
      if (typeof read === 'object') return moneyText(read) === text && min <= typed && typed <= max
      return typed === 0n || typed < min || typed > max
    }),
  )
})

test('any other input is rejected', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('en', 'de', 'ar-EG', 'fr'), (text, locale) => {
      const read = readPayment(text, locale, LIMITS)
      if (typeof read !== 'object') return true
      return compare(read, LIMITS.min) >= 0 && compare(read, LIMITS.max) <= 0
    }),
  )
})

test.each([
  ['100.00', '99.00', '1.00'],
  ['100', '97.1', '2.90'],
  ['50.00', '50.00', '0.00'],
  ['50.00', '50.01', undefined],
  ['100.00', 'much', undefined],
])('with a total of %s and a subtotal of %s, the fees are %s', (total, subtotal, expected) => {
  const fee = feeOf(total, subtotal)
  expect(fee && moneyText(fee)).toBe(expected)
})

test('fees and subtotal add up to the total', () => {
  const sum = fc.record({ digits: fc.bigInt({ min: 0n, max: 10n ** 15n }), scale: fc.nat(6) })
  fc.assert(
    fc.property(sum, sum, (total, subtotal) => {
      const fee = feeOf(decimalText(total), decimalText(subtotal))
      if (!fee) return compare(subtotal, total) > 0
      return compare(plus(subtotal, fee), total) === 0
    }),
  )
})

test('the limits span all payment methods', () => {
  const [usd, eur] = options.paymentCurrencies.map(limitsOf)
  expect(usd && [moneyText(usd.min), moneyText(usd.max)]).toEqual(['10.00', '2500.00'])
  expect(eur && [moneyText(eur.min), moneyText(eur.max)]).toEqual(['10.00', '600.00'])
  expect(limitsOf({ id: 'XAU', payment_method_limits: [] })).toBeUndefined()
})

test('only preset amounts within the limits are offered', () => {
  expect(presetsWithin(LIMITS)).toEqual(['100', '250', '500', '1000'])
  expect(presetsWithin(limits('200', '500.00'))).toEqual(['250', '500'])
  expect(presetsWithin(limits('1.00', '99.99'))).toEqual([])
})

const MELD_ONLY = ['meld']
const ids = (sellers: readonly { id: string }[]) => sellers.map(({ id }) => id)

test("sellers are those the project allows on the account's network; the sandbox is always allowed", () => {
  expect(selectListed(hostState({ onramp: ['meld', 'other'] }))).toEqual(['meld', 'other'])
  expect(ids(sellersOn(options, ethereum.caipNetworkId, MELD_ONLY))).toEqual(['sandbox', 'meld'])
  expect(ids(sellersOn(options, solana.caipNetworkId, MELD_ONLY))).toEqual(['meld'])
  expect(ids(sellersOn(options, polygon.caipNetworkId, MELD_ONLY))).toEqual([])
  expect(ids(sellersOn(options, ethereum.caipNetworkId, ['other']))).toEqual(['sandbox'])
  expect(ids(sellersOn(options, ethereum.caipNetworkId, selectListed(hostState())))).toEqual(['sandbox', 'meld'])
})

test('for a service without a list of sellers, the default seller is used', () => {
  const foreign = {
    ...options,
    providers: undefined,
    purchaseCurrencies: options.purchaseCurrencies.map((currency) => ({
      ...currency,
      networks: currency.networks.map((network) => ({ ...network, name: 'some-mainnet' })),
    })),
  }
  expect(sellersOn(foreign, ethereum.caipNetworkId, MELD_ONLY)).toEqual([
    { id: 'meld', name: 'Meld.io', fee_range: '1-2%' },
  ])
  expect(sellersOn(foreign, 'eip155:5', MELD_ONLY)).toEqual([])
  expect(sellersOn(foreign, ethereum.caipNetworkId, ['other'])).toEqual([])
})

test("tokens are bought on the account's network only, and no other network is sent to the service", () => {
  expect(
    tokensOn(options, 'eip155:1').map(({ symbol, networks }) => [symbol, networks.map(({ name }) => name)]),
  ).toEqual([
    ['ETH', ['eip155:1']],
    ['USDC', ['eip155:1']],
  ])
  expect(tokensOn(options, 'eip155:5')).toEqual([])
})

test('chains.md, H: the token defaults to SOL on Solana and USDC elsewhere; one not sold here is never chosen', () => {
  const evm = tokensOn(options, 'eip155:1')
  const sol = tokensOn(options, solana.caipNetworkId)
  const symbolOf = (symbol?: string) => chosenToken(evm, { symbol, amount: '' }, 'eip155:1')?.symbol
  expect([symbolOf(), symbolOf('ETH'), symbolOf('SOL')]).toEqual(['USDC', 'ETH', 'USDC'])
  expect(chosenToken(sol, { symbol: 'ETH', amount: '' }, solana.caipNetworkId)?.symbol).toBe('SOL')
  expect(chosenToken(tokensOn(options, 'eip155:10'), { amount: '' }, 'eip155:10')?.symbol).toBe('ETH')
  expect(chosenToken([], { amount: '' }, 'eip155:1')).toBeUndefined()
})

test('the default currency is dollars', () => {
  const { paymentCurrencies } = options
  const idOf = (currency?: string) => chosenCurrency(paymentCurrencies, { currency, amount: '' })?.id
  expect([idOf(), idOf('EUR'), idOf('XAU')]).toEqual(['USD', 'EUR', 'USD'])
  expect(chosenCurrency(paymentCurrencies.slice(1), { amount: '' })?.id).toBe('EUR')
})

test.each([
  ['https://pay.example/order', true],
  ['http://pay.example/order', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['blob:https://shop.example/1', false],
  ['https://shop.example@evil.example/', false],
  ['pay.example', false],
  ['', false],
])('whether %s may be opened as a page: %s', (url, isPage) => {
  expect(isPageUrl(url)).toBe(isPage)
})
