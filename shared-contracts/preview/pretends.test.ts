import { knownContracts } from './evm/knownContracts.ts'
import { KNOWN_TOKENS } from './evm/knownTokens.ts'
import { pretends, readAs } from './pretends.ts'

const { genuine } = knownContracts('eip155:1', true)
const AROUND = { genuine, native: { symbol: 'ETH', decimals: 18 } }
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OTHER = `0x${'5'.repeat(40)}`

test.each([
  ['the token itself', USDC, 'USDC', undefined],
  ['another one of that name', OTHER, 'USDC', { address: USDC }],
  ['one in small letters', OTHER, 'usdc', { address: USDC }],
  ['one with Cyrillic letters', OTHER, 'USDС', { address: USDC }],
  ['one with digits for letters', OTHER, 'U5DC', { address: USDC }],
  ['one with marks around it', OTHER, ' $USDC.', { address: USDC }],
  ['one with an accent', OTHER, 'ÚSDC', { address: USDC }],
  ['one of wide letters', OTHER, 'ＵＳＤＣ', { address: USDC }],
  ['a token of its own name', OTHER, 'USDX', undefined],
  ['a bridged one that says so', OTHER, 'USDC.e', undefined],
  ['one without a name', OTHER, undefined, undefined],
  ['one named like a property of all objects', OTHER, 'constructor', undefined],
  ['one that is named like the coin', OTHER, 'ETH', {}],
  ['the coin where it is a contract as well', '0x0000000000000000000000000000000000001010', 'ETH', undefined],
])('%s', (_, address, symbol, found) => expect(pretends(address, symbol, AROUND)).toEqual(found))

test('on a network without known tokens, no token counts as an impostor', () => {
  expect(pretends(OTHER, 'USDC', { native: AROUND.native })).toBeUndefined()
  expect(pretends(OTHER, 'ETH', { native: AROUND.native })).toBeUndefined()
})

test('known tokens are keyed by their normalized symbol, each at its own address', () => {
  for (const tokens of KNOWN_TOKENS.values()) {
    for (const symbol of Object.keys(tokens)) expect(readAs(symbol)).toBe(symbol)
    const all = Object.values(tokens).flat()
    expect(all.every((address) => /^0x[\da-f]{40}$/.test(address))).toBe(true)
    expect(new Set(all).size).toBe(all.length)
  }
})
