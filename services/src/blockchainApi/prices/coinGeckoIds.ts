interface CoinGeckoIds {
  /** The id under which tokens are found: https://docs.coingecko.com/reference/asset-platforms-list */
  readonly platform?: string
  /** The id of the coin: https://docs.coingecko.com/reference/coins-list */
  readonly coin: string
}

/** The networks for which CoinGecko has prices. */
export const coinGeckoIds: ReadonlyMap<string, CoinGeckoIds> = new Map([
  ['eip155:1', { platform: 'ethereum', coin: 'ethereum' }],
  ['eip155:10', { platform: 'optimistic-ethereum', coin: 'ethereum' }],
  ['eip155:56', { platform: 'binance-smart-chain', coin: 'binancecoin' }],
  ['eip155:100', { platform: 'xdai', coin: 'xdai' }],
  ['eip155:137', { platform: 'polygon-pos', coin: 'polygon-ecosystem-token' }],
  ['eip155:250', { platform: 'fantom', coin: 'fantom' }],
  ['eip155:324', { platform: 'zksync', coin: 'ethereum' }],
  ['eip155:8453', { platform: 'base', coin: 'ethereum' }],
  ['eip155:42161', { platform: 'arbitrum-one', coin: 'ethereum' }],
  ['eip155:43114', { platform: 'avalanche', coin: 'avalanche-2' }],
  ['eip155:1313161554', { platform: 'aurora', coin: 'ethereum' }],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { platform: 'solana', coin: 'solana' }],
  ['bip122:000000000019d6689c085ae165831e93', { coin: 'bitcoin' }],
])
