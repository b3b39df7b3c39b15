/** How the calls of a router are read: what cannot be read is not sent. */
export const ROUTER_KINDS = ['uniswapV2', 'oneInchV6', 'jupiterV6', 'transfers'] as const

/**
 * What a swap may go through: on EVM a contract that may be called for it, and be given an allowance for it; on Solana a program
 * (`jupiterV6`), or an account that pays for what it is paid in the same transaction (`transfers`).
 */
export interface SwapRouter {
  /** On EVM in lower case. */
  readonly address: string
  /** What the visitor knows it by. */
  readonly name: string
  readonly kind: (typeof ROUTER_KINDS)[number]
  /** CAIP-2: where it is at this address. */
  readonly networks: readonly string[]
}
