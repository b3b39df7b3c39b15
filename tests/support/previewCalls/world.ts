import type { Address } from 'viem'

/** The contracts and accounts in the table's calls, by role. */
export interface World {
  readonly chainId: number
  readonly me: Address
  readonly friend: Address
  readonly dollar: Address
  readonly dai: Address
  readonly weth: Address
  readonly nft: Address
  /** ERC-1155 */
  readonly many: Address
  /** Uniswap v2. */
  readonly router: Address
  readonly multicall3: Address
  readonly safe: Address
  readonly multiSend: Address
}

/** Ethereum, at its real addresses. */
export const MAINNET = {
  chainId: 1,
  me: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  friend: '0x2222222222222222222222222222222222222222',
  dollar: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  dai: '0x6b175474e89094c44da98b954eedeac495271d0f',
  weth: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  nft: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d',
  many: '0x495f947276749ce646f68ac8c248420045cb7b5e',
  router: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
  safe: '0xde1c59bc25d806ad9ddcbe246c4b5e5505645718',
  multiSend: '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
} as const satisfies World

/** Other Ethereum addresses, which no local chain has. */
export const ALSO = {
  thief: '0x3333333333333333333333333333333333333333',
  permit2: '0x000000000022d473030f116ddee9f6b43ac78ba3',
  universal: '0x66a9893cc07d91d95644aedd05d03f95e1dba8af',
  swapRouter: '0xe592427a0aece92de3edee1f18e0157c05861564',
  swapRouter02: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  sushi: '0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f',
  aave: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2',
  lido: '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
  comet: '0xc3d688b66703497daa19211eedff47f25384cdc3',
  conduit: '0x1e0049783f008a0085193e00003d00cd54003c71',
  tether: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  entryPoint: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  ens: '0x59e16fccd424cc24e280be16e11bcd56fb0ce547',
  ensWrapped: '0x253553366da8546fc250f225fe3d25d0c782303b',
  ensResolver: '0xf29100983e058b709f3d539b0c765937b804ac15',
  /** Has the same ending as the dollar's contract. */
  falseDollar: '0xa0b8deadbeefdeadbeefdeadbeefdeadbeefeb48',
  /** Has the same ending as the friend's address. */
  falseFriend: '0x2222deadbeefdeadbeefdeadbeefdeadbeef2222',
  /** A token that imitates the dollar's name, in Cyrillic. */
  cyrillic: '0x5555555555555555555555555555555555555555',
  /** A token that imitates the coin's name. */
  coinLike: '0x6666666666666666666666666666666666666666',
} as const satisfies Record<string, Address>
