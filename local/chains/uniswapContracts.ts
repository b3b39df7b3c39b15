import type { Address } from 'viem'

/**
 * Uniswap v2 and the wrapped coin, deployed by the deterministic deployer with the salt 0. Public networks have other
 * addresses.
 */
export const UNISWAP_CONTRACTS = {
  wrappedEther: '0x29F9484Dd5B678b8d44BA88ea6BDD86895a1586f',
  factory: '0x16e4cA95FF3c6a7daC956d0708743c8e61498D3a',
  router: '0x74f0fe5Cf741DD8072b547c984031653e20b1778',
} as const satisfies Record<string, Address>

export interface LocalPool {
  /** Symbols of `LOCAL_TOKENS`; `ETH` is the coin, which the pool holds wrapped. */
  readonly pair: readonly [string, string]
  /** The initial reserves in whole units: they set the price, and how far a swap moves it. */
  readonly amounts: readonly [number, number]
}

/** 3,000 dollars per ETH, and one dollar per dollar token. */
export const LOCAL_POOLS: readonly LocalPool[] = [
  { pair: ['USDC', 'ETH'], amounts: [3_000_000, 1_000] },
  { pair: ['DAI', 'ETH'], amounts: [1_500_000, 500] },
  { pair: ['USDC', 'DAI'], amounts: [2_000_000, 2_000_000] },
]
