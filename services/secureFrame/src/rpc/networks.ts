import type { CaipNetworkId } from '@portico/contracts'

export interface KnownNetwork {
  readonly name: string
  readonly native: { readonly symbol: string; readonly decimals: number }
}

const evm = (name: string, symbol = 'ETH'): KnownNetwork => ({ name, native: { symbol, decimals: 18 } })
const solana = (name: string): KnownNetwork => ({ name, native: { symbol: 'SOL', decimals: 9 } })

/** What the large networks are called, from a list that no page can write. */
const known: ReadonlyMap<string, KnownNetwork> = new Map([
  ['eip155:1', evm('Ethereum')],
  ['eip155:10', evm('OP Mainnet')],
  ['eip155:56', evm('BNB Smart Chain', 'BNB')],
  ['eip155:100', evm('Gnosis', 'XDAI')],
  ['eip155:130', evm('Unichain')],
  ['eip155:137', evm('Polygon', 'POL')],
  ['eip155:324', evm('ZKsync Era')],
  ['eip155:8453', evm('Base')],
  ['eip155:42161', evm('Arbitrum One')],
  ['eip155:42220', evm('Celo', 'CELO')],
  ['eip155:43114', evm('Avalanche', 'AVAX')],
  ['eip155:59144', evm('Linea')],
  ['eip155:7777777', evm('Zora')],
  ['eip155:11155111', evm('Sepolia')],
  ['eip155:84532', evm('Base Sepolia')],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', solana('Solana')],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', solana('Solana Testnet')],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', solana('Solana Devnet')],
])

/**
 * Of another network nobody here knows what its coin is called: it goes by its CAIP-2 id, and so does its coin. EVM chains
 * count in 18 decimals.
 */
export function networkFacts(caipNetworkId: CaipNetworkId): KnownNetwork {
  const found = known.get(caipNetworkId)
  if (found) return found
  return caipNetworkId.startsWith('solana:')
    ? solana(caipNetworkId)
    : { name: caipNetworkId, native: { symbol: `(${caipNetworkId})`, decimals: 18 } }
}
