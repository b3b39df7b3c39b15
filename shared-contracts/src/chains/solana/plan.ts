import type { ActingCommands, Holding, Network, SolanaTransactionRequest } from '@portico/contracts'

/** A payment from one account to another. */
export interface SolanaTransfer {
  readonly network: Network
  readonly from: string
  readonly to: string
  /** The token's fields that matter here. Without an address, the token is the network's own coin. */
  readonly token: Pick<Holding, 'address' | 'decimals'>
  /** In the smallest unit. */
  readonly amount: bigint
}

/** What the visitor must know in addition to the fee. */
export type SolanaNote =
  /** The receiver has no account for this token yet, so the sender pays for one: `amount` lamports, part of the fee. */
  | { readonly type: 'opensAccount'; readonly amount: bigint }
  /** A Token-2022 token withholds this amount, so the receiver gets that much less. */
  | { readonly type: 'withheld'; readonly amount: bigint }

/** Why the payment cannot be sent. Amounts are in lamports, except where they are of the token. */
export type SolanaObstacle =
  /** The coin's balance does not cover the amount and the fee. */
  | { readonly type: 'short' }
  /** The most of the token that can be sent now. The rest is frozen, spread over too many accounts, or already gone. */
  | { readonly type: 'onlyPart'; readonly most: bigint }
  /** The receiver's account does not exist yet, and must get at least this much. */
  | { readonly type: 'tooLittle'; readonly least: bigint }
  /** The sender's account must keep at least this much, or be emptied. */
  | { readonly type: 'leavesTooLittle'; readonly least: bigint }
  /** The receiver is a token account, a mint or a program, so that no one would get the payment. */
  | { readonly type: 'notAWallet' }
  /** The receiver's token account belongs to someone else. */
  | { readonly type: 'accountTaken' }
  /** The token cannot be transferred at all, or only with accounts that its own program names. */
  | { readonly type: 'unsupportedToken' }

interface Costs {
  /** The most, in lamports, that leaves the account in addition to the amount. */
  readonly fee: bigint
  readonly notes: readonly SolanaNote[]
}

/** A transaction that is ready to be signed, or the reason why there is none. */
export type SolanaPlan = Costs &
  ({ readonly request: SolanaTransactionRequest } | { readonly obstacle: SolanaObstacle })

export type AskingSolana = Pick<ActingCommands, 'askNode'>
