/**
 * The genuine contracts of tokens that others impersonate, keyed by chain id and symbol: those of the issuers and of
 * the networks' own bridges. Addresses are in lower case.
 */
export const KNOWN_TOKENS: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> = new Map<
  string,
  Readonly<Record<string, readonly string[]>>
>([
  [
    '1',
    {
      USDC: ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
      USDT: ['0xdac17f958d2ee523a2206206994597c13d831ec7'],
      DAI: ['0x6b175474e89094c44da98b954eedeac495271d0f'],
      WBTC: ['0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
      WETH: ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
      STETH: ['0xae7ab96520de3a18e5e111b5eaab095312d7fe84'],
      LINK: ['0x514910771af9ca656af840dff83e8264ecf986ca'],
      UNI: ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'],
    },
  ],
  [
    '10',
    {
      USDC: ['0x0b2c639c533813f4aa9d7837caf62653d097ff85', '0x7f5c764cbc14f9669b88837ca1490cca17c31607'],
      USDT: ['0x94b008aa00579c1307b0ef2c499ad98a8ce58e58'],
      DAI: ['0xda10009cbd5d07dd0cecc66161fc93d7c9000da1'],
      WETH: ['0x4200000000000000000000000000000000000006'],
    },
  ],
  [
    '56',
    {
      USDC: ['0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d'],
      USDT: ['0x55d398326f99059ff775485246999027b3197955'],
      DAI: ['0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3'],
    },
  ],
  [
    '137',
    {
      USDC: ['0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'],
      USDT: ['0xc2132d05d31c914a87c6611c10748aeb04b58e8f'],
      DAI: ['0x8f3cf7ad23cd3cadbd9735aff958023239c6a063'],
      WETH: ['0x7ceb23fd6bc0add59e62ac25578270cff1b9f619'],
    },
  ],
  [
    '8453',
    {
      USDC: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
      USDT: ['0xfde4c96c8593536e31f229ea8f37b2ada2699bb2'],
      DAI: ['0x50c5725949a6f0c72e6c4a641f24049a917db0cb'],
      WETH: ['0x4200000000000000000000000000000000000006'],
    },
  ],
  [
    '42161',
    {
      USDC: ['0xaf88d065e77c8cc2239327c5edb3a432268e5831', '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8'],
      USDT: ['0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'],
      DAI: ['0xda10009cbd5d07dd0cecc66161fc93d7c9000da1'],
      WETH: ['0x82af49447d8a07e3bd95bd0d56f35241523fbab1'],
    },
  ],
  [
    '43114',
    {
      USDC: ['0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', '0xa7d7079b0fead91f3e65f86e8915cb588c1a4664'],
      USDT: ['0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7', '0xc7198437980c041c805a1edcba50c1ce5db95118'],
    },
  ],
])

/** ENS registrars (docs.ens.domains/learn/deployments), newest first. They exist only on Ethereum. */
export const NAME_REGISTRARS: readonly string[] = [
  '0x59e16fccd424cc24e280be16e11bcd56fb0ce547',
  '0x253553366da8546fc250f225fe3d25d0c782303b',
  '0x283af0b28c62c092c9727f1ee09c02ca627eb7f5',
]
