import { accountConnected, accountDisconnected, type SentTransaction } from '@portico/contracts'
import { amountText } from '@portico/contracts/money'
import { ADDRESS, ethereum, OTHER_ADDRESS, polygon, solana } from '@portico/contracts/testing'
import fc from 'fast-check'
import { buttonState } from './buttonState.ts'
import { readAmount, readFiat } from './readAmount.ts'
import { readEvmAddress } from './receiver/readEvmAddress.ts'
import { familyOf, isName } from './receiver/readReceiver.ts'
import { receiverWarnings, recentReceivers } from './receiver/warnings.ts'
import { amountTyped, receiverTyped, sendSlice, tokenChosen } from './sendSlice.ts'
import { dollar, ether, FRIEND, TOKEN } from './testing.ts'
import { holdingsOn } from './tokens.ts'

const valid = { status: 'valid', address: FRIEND } as const
const none = { status: 'none' } as const

test.each([
  ['no token', { holding: undefined, amount: undefined, receiver: none }, 'selectToken'],
  ['no amount', { holding: dollar, amount: undefined, receiver: none }, 'addAmount'],
  ['more than the balance', { holding: dollar, amount: 'tooMuch', receiver: valid }, 'insufficientFunds'],
  ['a zero amount', { holding: dollar, amount: 'nothing', receiver: valid }, 'incorrectValue'],
  ['an invalid amount', { holding: dollar, amount: 'malformed', receiver: valid }, 'incorrectValue'],
  ['no receiver', { holding: dollar, amount: 1n, receiver: none }, 'addAddress'],
  ['a name whose lookup is pending', { holding: dollar, amount: 1n, receiver: { status: 'resolving' } }, 'resolving'],
  ['an invalid receiver', { holding: dollar, amount: 1n, receiver: { status: 'invalid' } }, 'invalidAddress'],
  ['an unregistered name', { holding: dollar, amount: 1n, receiver: { status: 'unknownName' } }, 'invalidAddress'],
  ['all fields filled in', { holding: dollar, amount: 1n, receiver: valid }, 'preview'],
] as const)('the button of a form with %s says so', (_, form, state) => {
  expect(buttonState({ ...form, isNever: false })).toBe(state)
})

test('a receiver that must not be paid is invalid', () => {
  expect(buttonState({ holding: dollar, amount: 1n, receiver: valid, isNever: true })).toBe('invalidAddress')
})

test.each([
  ['', 'en', undefined],
  ['12.5', 'en', 12_500_000n],
  ['12,5', 'de', 12_500_000n],
  ['12.5', 'de', 'malformed'],
  ['12.500001', 'en', 'tooMuch'],
  ['0.0000001', 'en', 'tooPrecise'],
  ['0', 'en', 'nothing'],
  ['-1', 'en', 'malformed'],
  ['1e3', 'en', 'malformed'],
  ['NaN', 'en', 'malformed'],
  [`1${'0'.repeat(78)}`, 'en', 'tooLarge'],
])('with a balance of 12.5, %j in %s is %s', (text, locale, expected) => {
  expect(readAmount(text, locale, dollar)).toBe(expected)
})

const dear = { ...ether, price: '2000.50' }
test.each([
  ['', 'en', undefined],
  ['2000.50', 'en', 10n ** 18n],
  ['2000,50', 'de', 10n ** 18n],
  ['0.01', 'en', 4_998_750_312_421n], // the fraction of the smallest unit is dropped
  ['0.001', 'en', 'tooPreciseFiat'],
  ['5000', 'en', 'tooMuch'],
  ['0', 'en', 'nothing'],
  ['1e3', 'en', 'malformed'],
])('%j dollars in %s buy %s units of a coin priced at 2000.5', (text, locale, expected) => {
  expect(readFiat(text, locale, dear)).toBe(expected)
})

test('an amount entered in dollars never sends more than that value, and falls short by less than one unit', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 9n })
  const prices = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(cents, prices, fc.integer({ min: 0, max: 18 }), (paid, price, decimals) => {
      const holding = { decimals, amount: String(2n ** 255n), price: amountText(price, 8) }
      const amount = readFiat(amountText(paid, 2), 'en', holding)
      // In units of 10^-(8 + decimals) dollars.
      const dollars = paid * 10n ** BigInt(6 + decimals)
      const sent = typeof amount === 'bigint' ? amount : 0n
      expect(sent * price <= dollars && (sent + 1n) * price > dollars).toBe(true)
    }),
  )
})

test.each([
  [FRIEND, { address: FRIEND, isMisspelt: false }],
  [FRIEND.toLowerCase(), { address: FRIEND, isMisspelt: false }],
  [FRIEND.slice(2), { address: FRIEND, isMisspelt: false }],
  [FRIEND.replace('D1220A', 'd1220A'), { address: FRIEND, isMisspelt: true }],
  [FRIEND.slice(0, -1), undefined],
  ['river.eth', undefined],
])('%s is read as %j', (text, expected) => {
  expect(readEvmAddress(text, ethereum.caipNetworkId)).toEqual(expected)
})

test('an address of another family is told apart from an invalid one', () => {
  expect(familyOf('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'eip155')).toBe('bip122')
  expect(familyOf('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', 'eip155')).toBe('solana')
  expect(familyOf(FRIEND, 'solana')).toBe('eip155')
  expect(familyOf('hello', 'eip155')).toBeUndefined()
})

test.each([
  ['river.eth', true],
  ['río.portico.test', true],
  ['river', false],
  ['.eth', false],
  ['a b.eth', false],
  ['me@mail.example', false],
  ['https://x.eth', false],
])('%s is a name: %s', (text, expected) => {
  expect(isName(text)).toBe(expected)
})

const account = { namespace: 'eip155', address: ADDRESS, caipAddress: `eip155:1:${ADDRESS}`, connectorId: 'w' } as const
const warned = (address: string, known: { recent?: readonly string[]; isMisspelt?: boolean } = {}) => {
  const { recent = [], ...rest } = known
  return receiverWarnings({ address, ...rest }, { account, holding: dollar, recent }).map(({ type }) => type)
}

test('warnings about a receiver are listed, most severe first', () => {
  expect(warned(FRIEND)).toEqual([])
  expect(warned(TOKEN.toLowerCase())).toEqual(['isToken'])
  expect(warned(ADDRESS.toLowerCase())).toEqual(['own'])
  expect(warned(FRIEND, { isMisspelt: true })).toEqual(['misspelt'])
  const poison = `${FRIEND.slice(0, 6)}${'0'.repeat(32)}${FRIEND.slice(-4)}`
  expect(warned(poison)).toEqual([])
  expect(warned(poison, { recent: [FRIEND] })).toEqual(['lookAlike'])
  expect(warned(FRIEND, { recent: [FRIEND] })).toEqual([])
})

const sent = (to: string, over: Partial<SentTransaction> = {}): SentTransaction => ({
  caipNetworkId: 'eip155:1',
  from: ADDRESS,
  hash: `0x${to}`,
  sentAt: 0,
  phase: 'confirmed',
  note: { type: 'send', amount: '1', decimals: 0, symbol: 'X', to },
  ...over,
})

test('each receiver paid from this account is remembered once', () => {
  const all = [sent(FRIEND), sent(OTHER_ADDRESS), sent(FRIEND), sent(TOKEN, { from: OTHER_ADDRESS })]
  expect(recentReceivers(all, account)).toEqual([FRIEND, OTHER_ADDRESS])
})

test('only tokens on this network are listed, the most valuable first', () => {
  const free = { ...dollar, address: '0x01', name: 'Free', price: undefined }
  const elsewhere = { ...ether, caipNetworkId: polygon.caipNetworkId }
  const nothing = { ...dollar, address: '0x02', amount: '0' }
  expect(holdingsOn([free, dollar, elsewhere, nothing, ether], ethereum)).toEqual([ether, dollar, free])
  expect(holdingsOn([ether], solana)).toEqual([])
})

const { reducer } = sendSlice
const typed = [tokenChosen(dollar), amountTyped('1'), receiverTyped(FRIEND)].reduce(reducer, undefined)

test('choosing another token resets the amount and keeps the receiver', () => {
  const { caipNetworkId } = ether
  expect(reducer(typed, tokenChosen({ caipNetworkId }))).toEqual({
    token: { caipNetworkId },
    amount: '',
    receiver: FRIEND,
  })
})

test('the form is cleared for another visitor, and kept for a reconnected wallet', () => {
  expect(reducer(typed, accountConnected({ account, isReconnect: true }))).toBe(typed)
  const empty = { amount: '', receiver: '' }
  expect(reducer(typed, accountConnected({ account, isReconnect: false }))).toEqual(empty)
  expect(reducer(typed, accountDisconnected({ namespace: 'eip155' } as never))).toEqual(empty)
})
