import { accountConnected, accountDisconnected } from '@portico/contracts'
import { ADDRESS, OTHER_ADDRESS } from '@portico/contracts/testing'
import { approvalOf } from './approval.ts'
import { buttonState } from './buttonState.ts'
import { readAmount } from './readAmount.ts'
import { amountTyped, slippageChosen, swapSent, swapsSlice, tokenChosen, turnedRound } from './swapsSlice.ts'
import { DOLLAR, dollar, ether, euro, ownDollars, ownEther } from './testing.ts'
import { caipOf, idOf, isSameToken, plainAddress, type Token } from './token.ts'
import { bySymbol, fits, ownTokens, suggestedTokens, tokenCalled } from './tokenList.ts'
import { readArguments } from './useArguments.ts'

const ready = { status: 'ready', quote: { received: 1n, prices: [undefined, undefined] } } as const
const none = { status: 'none' } as const
const failed = { status: 'failed', error: new Error() } as const

test.each([
  ['no token', { from: ether, to: undefined, amount: 1n, quote: none }, 'selectToken'],
  ['no amount', { from: ether, to: dollar, amount: undefined, quote: none }, 'enterAmount'],
  ['more than the balance', { from: ether, to: dollar, amount: 'tooMuch', quote: none }, 'insufficientBalance'],
  ['an invalid amount', { from: ether, to: dollar, amount: 'malformed', quote: none }, 'incorrectValue'],
  ['a zero amount', { from: ether, to: dollar, amount: 'nothing', quote: none }, 'incorrectValue'],
  ['a pending price', { from: ether, to: dollar, amount: 1n, quote: { status: 'asking' } }, 'asking'],
  ['no route', { from: ether, to: dollar, amount: 1n, quote: { status: 'noRoute' } }, 'insufficientLiquidity'],
  ['an unknown price', { from: ether, to: dollar, amount: 1n, quote: failed }, 'retry'],
  ['all fields filled in', { from: ether, to: dollar, amount: 1n, quote: ready }, 'review'],
] as const)('the button names the problem of a form with %s', (_, form, state) => {
  expect(buttonState(form)).toBe(state)
})

test.each([
  ['', 'en', undefined],
  ['12.5', 'en', 12_500_000n],
  ['12,5', 'de', 12_500_000n],
  ['12.5', 'de', 'malformed'],
  ['12,5', 'en', 'malformed'],
  ['12.500001', 'en', 'tooMuch'],
  ['0.0000001', 'en', 'tooPrecise'],
  ['0', 'en', 'nothing'],
  ['-1', 'en', 'malformed'],
  ['1e3', 'en', 'malformed'],
  ['NaN', 'en', 'malformed'],
  [`1${'0'.repeat(78)}`, 'en', 'tooLarge'],
])('with a balance of 1.5, %j in %s is %s', (text, locale, expected) => {
  expect(readAmount(text, locale, { decimals: 6, balance: 12_500_000n })).toBe(expected)
})

test('while the balance is unknown, no amount is too high', () => {
  expect(readAmount('1000000', 'en', { decimals: 6, balance: undefined })).toBe(1_000_000_000_000n)
})

const tokens: readonly Token[] = [euro, ether, dollar]

test('a token is identified by network and address, ignoring the case of EVM addresses', () => {
  expect(isSameToken(dollar, { ...dollar, address: DOLLAR.toUpperCase().replace('X', 'x') })).toBe(true)
  expect(isSameToken(dollar, { ...dollar, caipNetworkId: 'eip155:137' })).toBe(false)
  expect(isSameToken(ether, dollar)).toBe(false)
  expect(isSameToken(undefined, undefined)).toBe(false)
})

test.each([
  [caipOf(dollar), DOLLAR],
  [caipOf(ether), undefined],
  [`eip155:137:${DOLLAR}`, null],
  ['eip155:1:0x12', null],
  ['', null],
])('%s on Ethereum refers to %s', (caip, address) => {
  expect(plainAddress(caip, 'eip155:1')).toBe(address)
})

test('popular tokens come first, in the specified order, at most eight', () => {
  const many = 'ARB ETH DAI UNI LINK AAVE WETH USDC USDT ENS'.split(' ').map((symbol) => ({ ...euro, symbol }))
  expect(suggestedTokens(many).map(({ symbol }) => symbol)).toEqual('ETH UNI AAVE LINK DAI WETH USDC USDT'.split(' '))
  const arbitrum = [ether, { ...dollar, symbol: 'USD₮0' }].map((one) => ({
    ...one,
    caipNetworkId: 'eip155:42161' as const,
  }))
  expect(suggestedTokens(arbitrum).map(({ symbol }) => symbol)).toEqual(['USD₮0', 'ETH'])
})

test("sorting does not modify the list, and the account's own tokens are ordered by value", () => {
  expect(bySymbol(tokens).map(({ symbol }) => symbol)).toEqual(['ETH', 'EUR', 'USD'])
  expect(tokens).toEqual([euro, ether, dollar])
  const unknown = { ...ownDollars, address: `0x${'99'.repeat(20)}` }
  expect(ownTokens(tokens, [ownDollars, unknown, { ...ownEther, amount: '0' }])).toEqual([ownDollars])
  expect(ownTokens(tokens, [ownDollars, ownEther])).toEqual([ownEther, ownDollars])
})

test.each(['dol', 'USD', DOLLAR.slice(0, 12).toUpperCase(), ' doll '])('%s finds the dollar', (search) => {
  expect(fits(dollar, search)).toBe(true)
  expect(fits(euro, search)).toBe(false)
})

test('a symbol shared by two tokens matches neither', () => {
  expect(tokenCalled(tokens, 'usd')).toBe(dollar)
  expect(tokenCalled([...tokens, { ...euro, symbol: 'USD' }], 'USD')).toBeUndefined()
  expect(tokenCalled(tokens, 'XYZ')).toBeUndefined()
})

test.each<[string, Parameters<typeof readArguments>[0], object, readonly string[]]>([
  [
    'a complete request',
    { fromToken: 'USD', toToken: 'ETH', amount: '1.5' },
    { from: idOf(dollar), to: idOf(ether), amount: '1,5' },
    [],
  ],
  ['an unknown token', { fromToken: 'XYZ', toToken: 'ETH' }, { to: idOf(ether), amount: '' }, ['fromToken']],
  [
    'the same token twice',
    { fromToken: 'ETH', toToken: 'eth', amount: '1' },
    { from: idOf(ether), amount: '1' },
    ['sameToken'],
  ],
  ['a malformed amount', { toToken: 'USD', amount: '1e3' }, { to: idOf(dollar), amount: '' }, ['amount']],
  ['a zero amount', { amount: '0' }, { amount: '' }, ['amount']],
  [
    'numbers instead of strings',
    { amount: 1 as never, fromToken: 7 as never },
    { amount: '' },
    ['fromToken', 'amount'],
  ],
])("valid parts of a page's request are used: %s", (_, wished, form, problems) => {
  expect(readArguments(wished, tokens, 'de')).toEqual({ form, problems })
})

const { reducer } = swapsSlice
const from = idOf(ether)
const chosen = [tokenChosen({ side: 'toToken', token: idOf(dollar), from }), amountTyped('1')].reduce(
  reducer,
  undefined,
)

test("choosing the other side's token swaps the sides", () => {
  expect(chosen?.form).toEqual({ from, to: idOf(dollar), amount: '1' })
  expect(reducer(chosen, tokenChosen({ side: 'toToken', token: from })).form).toMatchObject({
    from: idOf(dollar),
    to: from,
  })
  expect(reducer(undefined, tokenChosen({ side: 'toToken', token: from, from })).form).toMatchObject({ to: from })
})

test('swapping the sides makes the received amount the paid one', () => {
  const turned = reducer(chosen, turnedRound({ amount: '2000', from, to: idOf(dollar) }))
  expect(turned.form).toEqual({ from: idOf(dollar), to: from, amount: '2000' })
})

test('the form is cleared for another visitor and after its swap, and kept for a reconnected wallet', () => {
  const account = {
    namespace: 'eip155',
    address: ADDRESS,
    caipAddress: `eip155:1:${ADDRESS}`,
    connectorId: 'w',
  } as const
  const own = reducer(chosen, slippageChosen(300))
  expect(reducer(own, accountConnected({ account, isReconnect: true }))).toBe(own)
  expect(reducer(own, accountConnected({ account, isReconnect: false })).form).toEqual({ amount: '' })
  expect(reducer(own, accountDisconnected({ namespace: 'eip155' } as never)).form).toEqual({ amount: '' })
  const sent = { hash: '0x1', from: ether, to: dollar, amount: '1', quoted: '2', minimum: '1' }
  expect(reducer(own, swapSent(sent))).toMatchObject({ form: { amount: '' }, slippageBps: 300, sent })
})

test('an approval is matched by its purpose, whichever visit of this account sent it', () => {
  const approval = {
    caipNetworkId: 'eip155:1' as const,
    from: ADDRESS.toLowerCase(),
    hash: '0x1',
    sentAt: 0,
    phase: 'pending' as const,
    note: { type: 'approve' as const, amount: '5', decimals: 6, symbol: 'USD' },
  }
  const state = { transactions: [approval] } as never
  expect(approvalOf(state, { account: ADDRESS, from: dollar, amount: 5n })).toBe(approval)
  expect(approvalOf(state, { account: ADDRESS, from: dollar, amount: 6n })).toBeUndefined()
  expect(approvalOf(state, { account: OTHER_ADDRESS, from: dollar, amount: 5n })).toBeUndefined()
  expect(approvalOf(state, { account: ADDRESS, from: euro, amount: 5n })).toBeUndefined()
})
