import type { ConnectionAccount } from '@portico/contracts'

/** Bytes, or a serializable object of a Solana library (`Transaction`, `VersionedTransaction`). */
export type SolanaTransaction = Uint8Array | { serialize(options?: object): Uint8Array }

/** Options for sending, named as in the JSON-RPC method `sendTransaction`. */
export interface SendOptions {
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  readonly skipPreflight?: boolean
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

/** A Solana wallet of any kind. Its answers have been checked, but its errors have not been translated. */
export interface SolanaWallet {
  /** The wallet's names for its networks; all begin with `solana:`. */
  chains(): readonly string[]
  /** The accounts that the wallet exposes to this page, the active one first. */
  accounts(): readonly ConnectionAccount[]
  /** Requests the accounts; if `isSilent`, only those available without a prompt. */
  connect(isSilent: boolean): Promise<readonly ConnectionAccount[]>
  disconnect(): Promise<void>
  /** Calls back with all accounts when they change. `isOver`: the wallet has disconnected from the page. */
  onAccounts(listener: (accounts: readonly ConnectionAccount[], isOver?: boolean) => void): () => void
  /** The 64 bytes of the signature. */
  signMessage(address: string, message: Uint8Array): Promise<Uint8Array>
  /** Signs transactions, whose type stays the same. Either all are signed, or none. */
  sign<T extends SolanaTransaction>(address: string, transactions: readonly T[], chain: string): Promise<readonly T[]>
  /** Sends a transaction, and resolves with the signature in base58. Undefined if the wallet cannot send. */
  readonly send?:
    | ((address: string, transaction: SolanaTransaction, chain: string, options: SendOptions) => Promise<string>)
    | undefined
}

/** The error if the wallet lacks a feature, or its answer is invalid. */
export const unusable = (reason: string) => new Error(reason)
