import type { CaipNetworkId } from '@portico/contracts'

export interface KnownNetwork {
  readonly name: string
  /** The symbol is empty if the coin is unknown here. */
  readonly native: { readonly symbol: string; readonly decimals: number }
  /** Whether the network's assets have no value. */
  readonly isTestnet: boolean
}

const EVM_DECIMALS = 18
const evm = (name: string, symbol = 'ETH', isTestnet = false): KnownNetwork => ({
  name,
  native: { symbol, decimals: EVM_DECIMALS },
  isTestnet,
})
const testEvm = (name: string, symbol?: string): KnownNetwork => evm(name, symbol, true)
const solana = (name: string, isTestnet = false): KnownNetwork => ({
  name,
  native: { symbol: 'SOL', decimals: 9 },
  isTestnet,
})

/** Networks whose names no page can change. `services/data/networks.json` has the same; a test compares the two. */
export const KNOWN_NETWORKS: ReadonlyMap<string, KnownNetwork> = new Map([
  ['eip155:1', evm('Ethereum')],
  ['eip155:10', evm('OP Mainnet')],
  ['eip155:25', evm('Cronos Mainnet', 'CRO')],
  ['eip155:50', evm('XDC Network', 'XDC')],
  ['eip155:56', evm('BNB Smart Chain', 'BNB')],
  ['eip155:100', evm('Gnosis', 'XDAI')],
  ['eip155:130', evm('Unichain')],
  ['eip155:137', evm('Polygon', 'POL')],
  ['eip155:143', evm('Monad', 'MON')],
  ['eip155:146', evm('Sonic', 'S')],
  ['eip155:204', evm('opBNB', 'BNB')],
  ['eip155:232', evm('Lens', 'GHO')],
  ['eip155:250', evm('Fantom', 'FTM')],
  ['eip155:252', evm('Fraxtal', 'FRAX')],
  ['eip155:288', evm('Boba Network')],
  ['eip155:324', evm('ZKsync Era')],
  ['eip155:480', evm('World Chain')],
  ['eip155:999', evm('HyperEVM', 'HYPE')],
  ['eip155:1030', evm('Conflux eSpace', 'CFX')],
  ['eip155:1088', evm('Metis', 'METIS')],
  ['eip155:1101', evm('Polygon zkEVM')],
  ['eip155:1135', evm('Lisk')],
  ['eip155:1284', evm('Moonbeam', 'GLMR')],
  ['eip155:1329', evm('Sei Network', 'SEI')],
  ['eip155:1868', evm('Soneium Mainnet')],
  ['eip155:2020', evm('Ronin', 'RON')],
  ['eip155:2222', evm('Kava EVM', 'KAVA')],
  ['eip155:2741', evm('Abstract')],
  ['eip155:4689', evm('IoTeX', 'IOTX')],
  ['eip155:5000', evm('Mantle', 'MNT')],
  ['eip155:8217', evm('Kaia', 'KAIA')],
  ['eip155:8453', evm('Base')],
  ['eip155:9745', evm('Plasma', 'XPL')],
  ['eip155:33139', evm('ApeChain', 'APE')],
  ['eip155:34443', evm('Mode Mainnet')],
  ['eip155:42161', evm('Arbitrum One')],
  ['eip155:42170', evm('Arbitrum Nova')],
  ['eip155:42220', evm('Celo', 'CELO')],
  ['eip155:42793', evm('Etherlink', 'XTZ')],
  ['eip155:43114', evm('Avalanche', 'AVAX')],
  ['eip155:57073', evm('Ink')],
  ['eip155:59144', evm('Linea Mainnet')],
  ['eip155:60808', evm('BOB')],
  ['eip155:80094', evm('Berachain', 'BERA')],
  ['eip155:81457', evm('Blast')],
  ['eip155:98866', evm('Plume', 'PLUME')],
  ['eip155:167000', evm('Taiko Mainnet')],
  ['eip155:534352', evm('Scroll')],
  ['eip155:7777777', evm('Zora')],
  ['eip155:1313161554', evm('Aurora')],
  ['eip155:1666600000', evm('Harmony One', 'ONE')],
  ['eip155:97', testEvm('BNB Smart Chain Testnet', 'tBNB')],
  ['eip155:300', testEvm('ZKsync Sepolia Testnet')],
  ['eip155:1301', testEvm('Unichain Sepolia')],
  ['eip155:5003', testEvm('Mantle Sepolia Testnet', 'MNT')],
  ['eip155:10143', testEvm('Monad Testnet', 'MON')],
  ['eip155:10200', testEvm('Gnosis Chiado', 'xDAI')],
  ['eip155:17000', testEvm('Holesky')],
  ['eip155:43113', testEvm('Avalanche Fuji', 'AVAX')],
  ['eip155:59141', testEvm('Linea Sepolia Testnet')],
  ['eip155:80002', testEvm('Polygon Amoy', 'POL')],
  ['eip155:80069', testEvm('Berachain Bepolia', 'BERA')],
  ['eip155:84532', testEvm('Base Sepolia')],
  ['eip155:421614', testEvm('Arbitrum Sepolia')],
  ['eip155:534351', testEvm('Scroll Sepolia')],
  ['eip155:560048', testEvm('Hoodi')],
  ['eip155:763373', testEvm('Ink Sepolia')],
  ['eip155:11142220', testEvm('Celo Sepolia Testnet', 'S-CELO')],
  ['eip155:11155111', testEvm('Sepolia')],
  ['eip155:11155420', testEvm('OP Sepolia')],
  ['eip155:168587773', testEvm('Blast Sepolia')],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', solana('Solana')],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', solana('Solana Testnet', true)],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', solana('Solana Devnet', true)],
])

export interface NetworkFacts extends KnownNetwork {
  /** If false, the network's name is its CAIP-2 id. */
  readonly isKnown: boolean
}

/**
 * Facts about a network. An unknown network is named by its CAIP-2 id, whatever a page calls it or its coin. Coins of
 * EVM chains have 18 decimals, and Solana's coin is the same on all its networks.
 */
export function networkFacts(caipNetworkId: CaipNetworkId): NetworkFacts {
  const found = KNOWN_NETWORKS.get(caipNetworkId)
  if (found) return { ...found, isKnown: true }
  const other = caipNetworkId.startsWith('solana:') ? solana(caipNetworkId) : evm(caipNetworkId, '')
  return { ...other, isKnown: false }
}
