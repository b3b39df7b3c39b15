import type { ActingCommands, Holding, Network, SolanaTransactionRequest } from '@portico/contracts'

/** A payment from one account to another. */
export interface SolanaTransfer {
  readonly network: Network
  readonly from: string
  readonly to: string
  /** The token's relevant fields. Without an address: the coin. */
  readonly token: Pick<Holding, 'address' | 'decimals'>
  /** In the smallest unit. */
  readonly amount: bigint
}

/** What the visitor must know besides the fee. */
export type SolanaNote =
  /** The sender pays for the receiver's first account for this token. `amount`, in lamports, is part of the fee. */
  | { readonly type: 'opensAccount'; readonly amount: bigint }
  /** Token-2022: the token withholds this amount; the receiver gets that much less. */
  | { readonly type: 'withheld'; readonly amount: bigint }

/** Why it cannot be sent. Amounts are in lamports, or in the token's smallest unit where noted. */
export type SolanaObstacle =
  /** The coin does not cover the amount and the fee. */
  | { readonly type: 'short' }
  /** Only this much of the token can be sent now: the rest is frozen, or gone in the meantime. */
  | { readonly type: 'onlyPart'; readonly most: bigint }
  /** The receiver's account does not exist yet, and must hold at least this much. */
  | { readonly type: 'tooLittle'; readonly least: bigint }
  /** The sender's account must keep at least this much, or nothing. */
  | { readonly type: 'leavesTooLittle'; readonly least: bigint }
  /** The receiver is a token account, a mint or a program, so the payment would reach no one. */
  | { readonly type: 'notAWallet' }
  /** The receiver's token account belongs to someone else. */
  | { readonly type: 'accountTaken' }
  /** The token cannot be moved at all, or only with its own program. */
  | { readonly type: 'unsupportedToken' }

interface Costs {
  /** In lamports: the most that leaves the account besides the amount. */
  readonly fee: bigint
  readonly notes: readonly SolanaNote[]
}

/** A transaction ready to be signed, or why there is none. */
export type SolanaPlan = Costs &
  ({ readonly request: SolanaTransactionRequest } | { readonly obstacle: SolanaObstacle })

export type AskingSolana = Pick<ActingCommands, 'askNode'>
