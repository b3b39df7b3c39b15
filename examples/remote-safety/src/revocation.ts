import type { TransactionRequest } from '@portico/contracts'

/** A transaction that takes a permission back. */
export interface Revocation {
  readonly request: TransactionRequest
  /** The most that it costs, in the coin's smallest unit. */
  readonly fee: bigint
  /** True when the account has less than that. */
  readonly isShort: boolean
}
