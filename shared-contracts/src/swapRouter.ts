/** How to parse a router's calls: a call that cannot be parsed is not sent. */
export const ROUTER_KINDS = ['uniswapV2', 'oneInchV6', 'jupiterV6', 'transfers'] as const

/**
 * A permitted target of a swap: on EVM a contract that may be called and given an allowance; on Solana a program
 * (`jupiterV6`), or an account that pays in return within the same transaction (`transfers`).
 */
export interface SwapRouter {
  /** In lower case on EVM. */
  readonly address: string
  /** Its name for visitors. */
  readonly name: string
  readonly kind: (typeof ROUTER_KINDS)[number]
  /** CAIP-2: the networks where it has this address. */
  readonly networks: readonly string[]
}
