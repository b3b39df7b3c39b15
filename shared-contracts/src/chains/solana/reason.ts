import { isRecord } from '../../embeddedWallet/bounds.ts'

/** The longest reason anyone would read. */
const REASON_MAX = 200

/** `InsufficientFundsForRent` becomes `insufficient funds for rent`. */
const inWords = (name: string) => name.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase()

function told(error: unknown): string {
  if (typeof error === 'string') return inWords(error)
  if (!isRecord(error)) return JSON.stringify(error)
  const { InstructionError: failed, Custom: code } = error
  if (Array.isArray(failed) && typeof failed[0] === 'number') return `step ${failed[0] + 1}: ${told(failed[1])}`
  // Each program numbers its errors in its own way.
  if (typeof code === 'number') return `error ${code}`
  const [name, ...others] = Object.keys(error)
  return name !== undefined && others.length === 0 ? inWords(name) : JSON.stringify(error)
}

/**
 * Why a transaction failed, from a Solana node's `TransactionError`: `step 1: error 1`, `account in use`. Unknown
 * errors are shown as they are. At most 200 characters.
 */
export const solanaReason = (error: unknown): string => told(error).slice(0, REASON_MAX)
