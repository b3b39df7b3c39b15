import type { Address } from 'viem'

/**
 * Uniswap v2 and the wrapped coin, where the deterministic deployer puts them with the salt 0. These are not the addresses
 * of public networks.
 */
export const UNISWAP_CONTRACTS = {
  wrappedEther: '0x29F9484Dd5B678b8d44BA88ea6BDD86895a1586f',
  factory: '0x16e4cA95FF3c6a7daC956d0708743c8e61498D3a',
  router: '0x74f0fe5Cf741DD8072b547c984031653e20b1778',
} as const satisfies Record<string, Address>

export interface LocalPool {
  /** Symbols of `LOCAL_TOKENS`; `ETH` is the coin, which the pool keeps wrapped. */
  readonly pair: readonly [string, string]
  /** What the pool begins with of each, in whole ones: the price, and how far a swap moves it. */
  readonly amounts: readonly [number, number]
}

/** 3,000 dollars for an ETH, and a dollar for a dollar. */
export const LOCAL_POOLS: readonly LocalPool[] = [
  { pair: ['USDC', 'ETH'], amounts: [3_000_000, 1_000] },
  { pair: ['DAI', 'ETH'], amounts: [1_500_000, 500] },
  { pair: ['USDC', 'DAI'], amounts: [2_000_000, 2_000_000] },
]
