import type { CaipNetworkId } from '@portico/contracts'
import type { Asking, Plan, Wish } from './plan.ts'
import type { SentSwap } from './swapsSlice.ts'
import { isSolana, type TokenId } from './token.ts'

/** All that somebody has of a token, in its smallest unit. */
export interface Owned {
  readonly account: string
  readonly token: TokenId
  readonly balance: bigint
}

/** What a chain family has to know to swap. */
export interface SwapFamily {
  /**
   * What the wallet is asked for next.
   * @throws ModalError `transaction.unexpected` where the service builds something else than what is wished for, `node.refused`
   *   where it would fail now, `service.*`
   */
  plan(wish: Wish, ask: Asking, signal: AbortSignal): Promise<Plan>
  /** The most that can be swapped of it. */
  most(owned: Owned, ask: Pick<Asking, 'askNode'>, signal: AbortSignal): Promise<bigint>
  /** What a swap has brought; undefined where the node does not say. */
  received(
    sent: SentSwap,
    account: string,
    ask: Pick<Asking, 'askNode'>,
    signal: AbortSignal,
  ): Promise<bigint | undefined>
}

/** What is no EVM is a chunk. Undefined: EVM, which the views have with them. */
export async function familyFor(caipNetworkId: CaipNetworkId): Promise<SwapFamily | undefined> {
  if (!isSolana(caipNetworkId)) return undefined
  return (await import(/* webpackChunkName: "solana" */ './solana/solana.ts')).solana
}
