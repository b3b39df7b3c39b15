import { readFileSync } from 'node:fs'
import { array, type InferOutput, integer, minValue, number, object, optional, parse, pipe, string } from 'valibot'
import { registryTokens } from '../walletRegistry/registryTokens.ts'

const KnownToken = object({
  caip2: string(),
  /** EIP-55 on EVM, base58 on Solana. */
  address: string(),
  symbol: string(),
  name: string(),
  decimals: pipe(number(), integer(), minValue(0)),
  icon: optional(string()),
})
export type KnownToken = InferOutput<typeof KnownToken>

/** The tokens that balances are looked for in, and that history and quotes are told by name. */
export interface TokenDirectory {
  of(caipNetworkId: string): readonly KnownToken[]
  /** By its address as the chain writes it; on EVM in any case of letters. */
  find(caipNetworkId: string, address: string): KnownToken | undefined
}

const keyOf = (caipNetworkId: string, address: string) =>
  `${caipNetworkId}:${caipNetworkId.startsWith('eip155:') ? address.toLowerCase() : address}`

/** @param more beside those of `data/tokens.json`: what a chain of one's own has */
export function createTokenDirectory(more: readonly KnownToken[] = []): TokenDirectory {
  const tokens = [...registryTokens, ...more]
  const byKey = new Map(tokens.map((token) => [keyOf(token.caip2, token.address), token]))
  const byNetwork = new Map<string, KnownToken[]>()
  for (const token of byKey.values()) byNetwork.set(token.caip2, [...(byNetwork.get(token.caip2) ?? []), token])
  return {
    of: (caipNetworkId) => byNetwork.get(caipNetworkId) ?? [],
    find: (caipNetworkId, address) => byKey.get(keyOf(caipNetworkId, address)),
  }
}

/**
 * A file of more tokens, with the rows of `data/tokens.json`.
 * @throws Error when it cannot be read, or is something else
 */
export const readTokenFile = (path: string): readonly KnownToken[] =>
  parse(array(KnownToken), JSON.parse(readFileSync(path, 'utf8')))
