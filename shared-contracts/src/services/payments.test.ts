import { is } from 'valibot'
import { currencyOf, ExchangesParams, PayAmountText, readCaip19, TransferQuote, writeCaip19 } from './payments.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

describe('§9.1: assets are named by CAIP-19', () => {
  test.each([
    ['eip155:1', 'native', 'eip155:1/slip44:60'],
    ['eip155:56', 'native', 'eip155:56/slip44:714'],
    ['eip155:204', 'native', 'eip155:204/slip44:714'],
    ['eip155:1', USDC, `eip155:1/erc20:${USDC}`],
    [SOLANA, 'native', `${SOLANA}/slip44:501`],
    [SOLANA, MINT, `${SOLANA}/token:${MINT}`],
  ])('%s %s is written in this form and read back', (network, asset, text) => {
    expect(writeCaip19({ network, asset })).toBe(text)
    expect(readCaip19(text)).toEqual({ network, asset })
  })

  test("BNB Chain's coin is also understood in the notation of older clients", () => {
    expect(readCaip19('eip155:56/slip44:60')).toEqual({ network: 'eip155:56', asset: 'native' })
  })

  test.each([
    'bip122:000000000019d6689c085ae165831e93/slip44:0',
    'eip155:1/slip44:501',
    `eip155:1/token:${USDC}`,
    `eip155:1/erc20:${USDC}/1`,
    `eip155:1:erc20:${USDC}`,
    '',
  ])('no exchange accepts a payment in %s', (text) => {
    expect(readCaip19(text)).toBeUndefined()
  })

  test('no exchange pays on Bitcoin', () => {
    expect(writeCaip19({ network: 'bip122:000000000019d6689c085ae165831e93', asset: 'native' })).toBeUndefined()
  })
})

test("a quote names a network's coin by its address", () => {
  expect(currencyOf({ network: 'eip155:1', asset: 'native' })).toBe('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
  expect(currencyOf({ network: 'eip155:1', asset: USDC })).toBe(USDC)
})

test.each(['1e3', '-1', '01', '.5', '5.', '', '1,5', 'NaN', ' 1'])('%j is not an amount', (text) => {
  expect(is(PayAmountText, text)).toBe(false)
})

test('page numbers may start at 0 or at 1, as clients differ in this', () => {
  expect([0, 1].map((page) => is(ExchangesParams, { page }))).toEqual([true, true])
})

test('a quote with an unreadable step is invalid', () => {
  const currency = { network: 'eip155:1', asset: USDC, metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } }
  const deposit = { amount: '2', currency: USDC, receiver: USDC }
  const step = { requestId: 'r-77', type: 'deposit', deposit }
  const quote = {
    origin: { amount: '2', currency },
    destination: { amount: '1', currency },
    fees: [],
    steps: [step],
    timeInSeconds: 6,
  }
  expect(is(TransferQuote, quote)).toBe(true)
  expect(is(TransferQuote, { ...quote, steps: [step, { ...step, type: 'message' }] })).toBe(false)
})
