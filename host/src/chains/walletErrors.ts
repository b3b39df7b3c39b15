import { type ErrorCode, isModalError, ModalError } from '@portico/contracts'

/** EIP-1193, EIP-1474 and WalletConnect codes that mean something to us (rules.md §4, chains.md §8.6). */
const REJECTED = [4001, 5002]
const UNKNOWN_CHAIN = [4902, 5000, 32603, -32603]
const PENDING = -32002

interface WalletError {
  readonly code: unknown
  readonly message: unknown
}

/** How many errors are looked at, one inside the other. */
const DEPTH_MAX = 8

/** One field of what a wallet threw. It may be a proxy that throws itself; then the field is not there. */
function read(from: unknown, field: string): unknown {
  try {
    return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[field] : undefined
  } catch {
    return undefined
  }
}

/** The error itself, then what wallets wrap: `data.originalError` and `cause`. */
function causesOf(error: unknown): unknown[] {
  const seen = new Set<unknown>()
  const queue: unknown[] = [error]
  for (const next of queue) {
    if (typeof next !== 'object' || next === null || seen.has(next) || seen.size === DEPTH_MAX) continue
    seen.add(next)
    queue.push(read(read(next, 'data'), 'originalError'), read(next, 'cause'))
  }
  return [...seen]
}

const chainOf = (error: unknown): WalletError[] =>
  causesOf(error).map((one) => ({ code: read(one, 'code'), message: read(one, 'message') }))

/** In the words of EVM, Solana and Bitcoin wallets; the last two often have no code. */
const REJECTION =
  /user (has )?(rejected|denied|declined|cancell?ed)|(rejected|denied|declined|cancell?ed) (by|from) (the )?user/i

const saysRejected = (error: WalletError) => typeof error.message === 'string' && REJECTION.test(error.message)

/** 4001 and 5002 are rejections; 5000 is one only when its text says so. */
export const isRejection = (error: unknown): boolean =>
  chainOf(error).some((entry) => REJECTED.includes(entry.code as number) || saysRejected(entry))

export const isPending = (error: unknown): boolean => chainOf(error).some((entry) => entry.code === PENDING)

/** rules.md §4, chain switch failure: on these codes the network is added, unless the visitor declined. */
export const isUnknownChain = (error: unknown): boolean =>
  !isRejection(error) &&
  chainOf(error).some(
    (entry) =>
      UNKNOWN_CHAIN.includes(entry.code as number) ||
      (typeof entry.message === 'string' && /unrecognized chain/i.test(entry.message)),
  )

interface Codes {
  readonly rejected: ErrorCode
  readonly otherwise: ErrorCode
}

/**
 * Foreign errors are translated once, where they enter. The provider of the embedded wallet hands an error of ours out as one
 * with a number, and it may come back to us: it says more than its number does.
 */
export function translate(error: unknown, { rejected, otherwise }: Codes): ModalError {
  const ours = causesOf(error).find(isModalError)
  if (ours) return ours
  if (isRejection(error)) return new ModalError(rejected, { cause: error })
  if (isPending(error)) return new ModalError('connection.pending', { cause: error })
  return new ModalError(otherwise, { cause: error })
}
