import type { ActingCommands, Holding, Network, SolanaTransactionRequest } from '@portico/contracts'

/** What one account is to pay another. */
export interface SolanaTransfer {
  readonly network: Network
  readonly from: string
  readonly to: string
  /** The token, as far as it matters for the transaction. Without an address: the coin. */
  readonly token: Pick<Holding, 'address' | 'decimals'>
  /** In the smallest unit. */
  readonly amount: bigint
}

/** What is to be known beside the fee. */
export type SolanaNote =
  /** The receiver's first account for this token is paid for. `amount`, in lamports, is in the fee. */
  | { readonly type: 'opensAccount'; readonly amount: bigint }
  /** Token-2022: so much of the token stays with whoever made it; the receiver gets that much less. */
  | { readonly type: 'withheld'; readonly amount: bigint }

/** Why it cannot be sent. Amounts are lamports, or the token's smallest unit where it says so. */
export type SolanaObstacle =
  /** The coin does not suffice for what is sent and for the fee. */
  | { readonly type: 'short' }
  /** So much of the token can be sent now: the rest is frozen, or gone meanwhile. */
  | { readonly type: 'onlyPart'; readonly most: bigint }
  /** Nothing is at the receiver's address, and an account keeps at least so much. */
  | { readonly type: 'tooLittle'; readonly least: bigint }
  /** An account keeps at least so much, or nothing. */
  | { readonly type: 'leavesTooLittle'; readonly least: bigint }
  /** What is sent to an account of a token, a mint or a program does not reach anybody. */
  | { readonly type: 'notAWallet' }
  /** The account that the receiver would have for the token has been given away. */
  | { readonly type: 'accountTaken' }
  /** The token cannot be moved at all, or only with a program of its own. */
  | { readonly type: 'unsupportedToken' }

interface Costs {
  /** Lamports, at most: everything that leaves the account beside the amount. */
  readonly fee: bigint
  readonly notes: readonly SolanaNote[]
}

/** A transaction that is ready to be signed, or why there is none. */
export type SolanaPlan = Costs &
  ({ readonly request: SolanaTransactionRequest } | { readonly obstacle: SolanaObstacle })

export type AskingSolana = Pick<ActingCommands, 'askNode'>
