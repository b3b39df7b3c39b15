import type { ConnectionAccount } from '@portico/contracts'

/** Bytes, or an object of a Solana library that can be written as bytes (`Transaction`, `VersionedTransaction`). */
export type SolanaTransaction = Uint8Array | { serialize(options?: object): Uint8Array }

/** Options for sending, by the names of the JSON-RPC method `sendTransaction`. */
export interface SendOptions {
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  readonly skipPreflight?: boolean
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

/** What we ask of any Solana wallet. Whatever it answers has been checked; what it throws is its own. */
export interface SolanaWallet {
  /** Its names for the networks that it serves; all begin with `solana:`. */
  chains(): readonly string[]
  /** The accounts that it shows to this page without being asked, the active one first. */
  accounts(): readonly ConnectionAccount[]
  /** Asks for the accounts; silently: only for those that it would give without a prompt. */
  connect(isSilent: boolean): Promise<readonly ConnectionAccount[]>
  disconnect(): Promise<void>
  /** Calls back with all accounts whenever they have changed. `isOver`: the wallet has said that it has left the page. */
  onAccounts(listener: (accounts: readonly ConnectionAccount[], isOver?: boolean) => void): () => void
  /** The 64 bytes of the signature. */
  signMessage(address: string, message: Uint8Array): Promise<Uint8Array>
  /** Transactions of the kind that they came as. All are signed, or none. */
  sign<T extends SolanaTransaction>(address: string, transactions: readonly T[], chain: string): Promise<readonly T[]>
  /** Undefined when the wallet cannot send. Resolves with the signature in base58. */
  readonly send?:
    | ((address: string, transaction: SolanaTransaction, chain: string, options: SendOptions) => Promise<string>)
    | undefined
}

/** A wallet cannot do what it was asked for, or has answered with something else. */
export const unusable = (reason: string) => new Error(reason)
