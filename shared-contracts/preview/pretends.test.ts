import { knownContracts } from './evm/knownContracts.ts'
import { KNOWN_TOKENS } from './evm/knownTokens.ts'
import { pretends, readAs } from './pretends.ts'

const { genuine } = knownContracts('eip155:1', true)
const AROUND = { genuine, native: { symbol: 'ETH', decimals: 18 } }
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OTHER = `0x${'5'.repeat(40)}`

test.each([
  ['the token itself', USDC, 'USDC', undefined],
  ['another token with the same symbol', OTHER, 'USDC', { address: USDC }],
  ['the symbol in lowercase letters', OTHER, 'usdc', { address: USDC }],
  ['the symbol with a Cyrillic letter', OTHER, 'USDС', { address: USDC }],
  ['the symbol with a digit in place of a letter', OTHER, 'U5DC', { address: USDC }],
  ['the symbol with marks around it', OTHER, ' $USDC.', { address: USDC }],
  ['the symbol with an accent', OTHER, 'ÚSDC', { address: USDC }],
  ['the symbol in full-width letters', OTHER, 'ＵＳＤＣ', { address: USDC }],
  ['a token with another symbol', OTHER, 'USDX', undefined],
  ['a bridged token that says so', OTHER, 'USDC.e', undefined],
  ['a token without a symbol', OTHER, undefined, undefined],
  ['a token named like an inherited property', OTHER, 'constructor', undefined],
  ['a token named like the coin', OTHER, 'ETH', {}],
  ['the contract of the coin itself', '0x0000000000000000000000000000000000001010', 'ETH', undefined],
])('%s', (_, address, symbol, found) => expect(pretends(address, symbol, AROUND)).toEqual(found))

test('on a network without known tokens, no token counts as an impostor', () => {
  expect(pretends(OTHER, 'USDC', { native: AROUND.native })).toBeUndefined()
  expect(pretends(OTHER, 'ETH', { native: AROUND.native })).toBeUndefined()
})

test('known tokens are listed under their normalized symbols, each with its own addresses', () => {
  for (const tokens of KNOWN_TOKENS.values()) {
    for (const symbol of Object.keys(tokens)) expect(readAs(symbol)).toBe(symbol)
    const all = Object.values(tokens).flat()
    expect(all.every((address) => /^0x[\da-f]{40}$/.test(address))).toBe(true)
    expect(new Set(all).size).toBe(all.length)
  }
})
