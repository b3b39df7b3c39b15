import type { CaipNetworkId } from '@portico/contracts'
import type { Asking, Plan, Wish } from './plan.ts'
import type { SentSwap } from './swapsSlice.ts'
import { isSolana, type TokenId } from './token.ts'

/** The account's full balance of a token, in its smallest unit. */
export interface Owned {
  readonly account: string
  readonly token: TokenId
  readonly balance: bigint
}

/** A chain family's implementation of swapping. */
export interface SwapFamily {
  /**
   * The next request to the wallet.
   * @throws ModalError `transaction.unexpected` if the service builds anything other than `wish`, `node.refused` if the
   *   transaction would fail now, `service.*`
   */
  plan(wish: Wish, ask: Asking, signal: AbortSignal): Promise<Plan>
  /** The most that can be swapped. */
  most(owned: Owned, ask: Pick<Asking, 'askNode'>, signal: AbortSignal): Promise<bigint>
  /** The amount that a swap yielded; undefined if the node does not say. */
  received(
    sent: SentSwap,
    account: string,
    ask: Pick<Asking, 'askNode'>,
    signal: AbortSignal,
  ): Promise<bigint | undefined>
}

/** Non-EVM families load lazily. Undefined for EVM, whose code is part of the views. */
export async function familyFor(caipNetworkId: CaipNetworkId): Promise<SwapFamily | undefined> {
  if (!isSolana(caipNetworkId)) return undefined
  return (await import(/* webpackChunkName: "solana" */ './solana/solana.ts')).solana
}
