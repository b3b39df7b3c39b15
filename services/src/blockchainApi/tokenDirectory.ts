import { readFileSync } from 'node:fs'
import { array, parse } from 'valibot'
import { KnownToken, registryTokens } from '../walletRegistry/registryTokens.ts'

export type { KnownToken }

/** The tokens whose balances are read and whose names appear in the history and in quotes. */
export interface TokenDirectory {
  of(caipNetworkId: string): readonly KnownToken[]
  /** Finds a token by its address as the chain writes it; on EVM, letter case does not matter. */
  find(caipNetworkId: string, address: string): KnownToken | undefined
}

const keyOf = (caipNetworkId: string, address: string) =>
  `${caipNetworkId}:${caipNetworkId.startsWith('eip155:') ? address.toLowerCase() : address}`

/** @param more tokens in addition to `data/tokens.json`, such as those of local chains */
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
 * Reads a file with further tokens, in the format of `data/tokens.json`.
 * @throws Error if the file cannot be read or is malformed
 */
export const readTokenFile = (path: string): readonly KnownToken[] =>
  parse(array(KnownToken), JSON.parse(readFileSync(path, 'utf8')))
