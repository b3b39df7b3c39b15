import type { Holding } from '@portico/contracts'
import { compare, inUnits, readDecimal, times, ZERO } from '@portico/contracts/money'
import { isSameToken, type Token, type TokenId } from './token.ts'

/** chains.md, appendix F. */
const SUGGESTED = (
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS ' +
  'MATIC OP'
).split(' ')
const SUGGESTED_ON: Readonly<Record<string, readonly string[]>> = { 'eip155:42161': ['USD₮0'] }
const SUGGESTED_MAX = 8

/** The most popular tokens, at most eight. */
export function suggestedTokens(tokens: readonly Token[]): readonly Token[] {
  const symbols = [...(SUGGESTED_ON[tokens[0]?.caipNetworkId ?? ''] ?? []), ...SUGGESTED]
  const found = symbols.flatMap((symbol) => tokens.find((token) => token.symbol === symbol) ?? [])
  return [...new Set(found)].slice(0, SUGGESTED_MAX)
}

const worthOf = ({ amount, decimals, price = '0' }: Holding) =>
  times(inUnits(BigInt(amount), decimals), readDecimal(price) ?? ZERO)

/** The account's holdings that can be swapped, most valuable first. */
export const ownTokens = (tokens: readonly Token[], holdings: readonly Holding[]): readonly Holding[] =>
  holdings
    .filter((holding) => holding.amount !== '0' && tokens.some((token) => isSameToken(token, holding)))
    .sort((one, other) => compare(worthOf(other), worthOf(one)) || one.name.localeCompare(other.name))

/** Sorted by symbol, without modifying the list. */
export const bySymbol = (tokens: readonly Token[]): readonly Token[] =>
  [...tokens].sort((one, other) => one.symbol.localeCompare(other.symbol))

/** Whether a token matches by name, symbol or address. */
export function fits({ name, symbol, address = '' }: Pick<Token, 'name' | 'symbol' | 'address'>, search: string) {
  const wanted = search.trim().toLowerCase()
  return [name, symbol, address].some((text) => text.toLowerCase().includes(wanted))
}

/** The only token with a symbol; undefined if several share it. */
export function tokenCalled(tokens: readonly Token[], symbol: string): Token | undefined {
  const exact = tokens.filter((token) => token.symbol === symbol)
  const found = exact.length > 0 ? exact : tokens.filter((token) => token.symbol.toLowerCase() === symbol.toLowerCase())
  return found.length === 1 ? found[0] : undefined
}

export const findToken = (tokens: readonly Token[] | undefined, id: TokenId | undefined): Token | undefined =>
  tokens?.find((token) => isSameToken(token, id))
