/** The kinds of routers, which differ in the format of their calls. A call that cannot be parsed is not sent. */
export const ROUTER_KINDS = ['uniswapV2', 'oneInchV6', 'jupiterV6', 'transfers'] as const

/**
 * A permitted target of a swap. On EVM, it is a contract that may be called and given an allowance. On Solana, it is a
 * program (`jupiterV6`), or an account that pays in return within the same transaction (`transfers`).
 */
export interface SwapRouter {
  /** In lower case on EVM. */
  readonly address: string
  /** The name that visitors see. */
  readonly name: string
  readonly kind: (typeof ROUTER_KINDS)[number]
  /** CAIP-2 ids of the networks on which the router has this address. */
  readonly networks: readonly string[]
}
