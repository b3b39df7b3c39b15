import { boolean, integer, maxValue, minValue, number, object, optional, picklist, pipe } from 'valibot'
import { listUpTo } from './bounds.ts'
import { base58UpTo } from './hexText.ts'

/** In base58 characters: a transaction has at most 1232 bytes. */
const TRANSACTION_MAX = 1_700
/** In base58 characters: a signature has 64 bytes. */
const SOLANA_SIGNATURE_MAX = 88
const PUBLIC_KEY_MAX = 44
const SOLANA_MESSAGE_MAX = 65_536
const TRANSACTIONS_MAX = 100

/** The values of rules.md §5 for `preflightCommitment`. */
export const PREFLIGHT_COMMITMENTS = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const

const WholeNumber = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER))
const Transaction = base58UpTo(TRANSACTION_MAX)

/** Messages and transactions are in base58. */
export const solanaParams = {
  solana_signMessage: object({ message: base58UpTo(SOLANA_MESSAGE_MAX), pubkey: base58UpTo(PUBLIC_KEY_MAX) }),
  solana_signTransaction: object({ transaction: Transaction }),
  solana_signAllTransactions: object({ transactions: listUpTo(TRANSACTIONS_MAX, Transaction) }),
  solana_signAndSendTransaction: object({
    transaction: Transaction,
    options: optional(
      object({
        skipPreflight: optional(boolean()),
        preflightCommitment: optional(picklist(PREFLIGHT_COMMITMENTS)),
        maxRetries: optional(WholeNumber),
        minContextSlot: optional(WholeNumber),
      }),
    ),
  }),
}

const Signature = object({ signature: base58UpTo(SOLANA_SIGNATURE_MAX) })

export const solanaResults = {
  solana_signMessage: Signature,
  solana_signTransaction: object({ transaction: Transaction }),
  /** Must have the same number and order as in the request. The caller checks the number. */
  solana_signAllTransactions: object({ transactions: listUpTo(TRANSACTIONS_MAX, Transaction) }),
  solana_signAndSendTransaction: Signature,
}
