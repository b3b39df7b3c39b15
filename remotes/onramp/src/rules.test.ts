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

test('whatever is typed, only what is within the limits is asked about, and to the cent as it was typed', () => {
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

test('whatever else is typed is refused', () => {
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
])('of %s with a purchase of %s the fees are %s', (total, subtotal, expected) => {
  const fee = feeOf(total, subtotal)
  expect(fee && moneyText(fee)).toBe(expected)
})

test('what goes in fees and what is bought with are together what is paid', () => {
  const sum = fc.record({ digits: fc.bigInt({ min: 0n, max: 10n ** 15n }), scale: fc.nat(6) })
  fc.assert(
    fc.property(sum, sum, (total, subtotal) => {
      const fee = feeOf(decimalText(total), decimalText(subtotal))
      if (!fee) return compare(subtotal, total) > 0
      return compare(plus(subtotal, fee), total) === 0
    }),
  )
})

test('the limits are from the least to the most that any way to pay takes', () => {
  const [usd, eur] = options.paymentCurrencies.map(limitsOf)
  expect(usd && [moneyText(usd.min), moneyText(usd.max)]).toEqual(['10.00', '2500.00'])
  expect(eur && [moneyText(eur.min), moneyText(eur.max)]).toEqual(['10.00', '600.00'])
  expect(limitsOf({ id: 'XAU', payment_method_limits: [] })).toBeUndefined()
})

test('of the usual amounts those are offered that can be spent', () => {
  expect(presetsWithin(LIMITS)).toEqual(['100', '250', '500', '1000'])
  expect(presetsWithin(limits('200', '500.00'))).toEqual(['250', '500'])
  expect(presetsWithin(limits('1.00', '99.99'))).toEqual([])
})

const MELD_ONLY = ['meld']
const ids = (sellers: readonly { id: string }[]) => sellers.map(({ id }) => id)

test('those sell whom the project lets, on the network that the account is on; the sandbox needs no leave', () => {
  expect(selectListed(hostState({ onramp: ['meld', 'other'] }))).toEqual(['meld', 'other'])
  expect(ids(sellersOn(options, ethereum.caipNetworkId, MELD_ONLY))).toEqual(['sandbox', 'meld'])
  expect(ids(sellersOn(options, solana.caipNetworkId, MELD_ONLY))).toEqual(['meld'])
  expect(ids(sellersOn(options, polygon.caipNetworkId, MELD_ONLY))).toEqual([])
  expect(ids(sellersOn(options, ethereum.caipNetworkId, ['other']))).toEqual(['sandbox'])
  expect(ids(sellersOn(options, ethereum.caipNetworkId, selectListed(hostState())))).toEqual(['sandbox', 'meld'])
})

test('a service that does not say who sells is taken for the one that all know', () => {
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

test('a token is bought on the network that the account is on: no other one is named to the service', () => {
  expect(
    tokensOn(options, 'eip155:1').map(({ symbol, networks }) => [symbol, networks.map(({ name }) => name)]),
  ).toEqual([
    ['ETH', ['eip155:1']],
    ['USDC', ['eip155:1']],
  ])
  expect(tokensOn(options, 'eip155:5')).toEqual([])
})

test('chains.md, H: SOL on Solana, otherwise USDC, until somebody chooses; what is not sold here is not chosen', () => {
  const evm = tokensOn(options, 'eip155:1')
  const sol = tokensOn(options, solana.caipNetworkId)
  const symbolOf = (symbol?: string) => chosenToken(evm, { symbol, amount: '' }, 'eip155:1')?.symbol
  expect([symbolOf(), symbolOf('ETH'), symbolOf('SOL')]).toEqual(['USDC', 'ETH', 'USDC'])
  expect(chosenToken(sol, { symbol: 'ETH', amount: '' }, solana.caipNetworkId)?.symbol).toBe('SOL')
  expect(chosenToken(tokensOn(options, 'eip155:10'), { amount: '' }, 'eip155:10')?.symbol).toBe('ETH')
  expect(chosenToken([], { amount: '' }, 'eip155:1')).toBeUndefined()
})

test('dollars, until somebody chooses another currency', () => {
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
])('%s is a page that is opened: %s', (url, isPage) => {
  expect(isPageUrl(url)).toBe(isPage)
})
