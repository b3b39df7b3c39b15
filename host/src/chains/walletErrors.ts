import { type ErrorCode, isModalError, ModalError } from '@portico/contracts'
import { safely } from './announced.ts'

/** The codes of EIP-1193, EIP-1474 and WalletConnect that we handle (rules.md §4, chains.md §8.6). */
const REJECTED = [4001, 5002]
const UNKNOWN_CHAIN = [4902, 5000, 32603, -32603]
const PENDING = -32002

interface WalletError {
  readonly code: unknown
  readonly message: unknown
}

/** How many nested errors are examined. */
const DEPTH_MAX = 8

/** One field of a thrown value. Reading it from a proxy may throw: then the field counts as absent. */
const read = (from: unknown, field: string): unknown =>
  safely(() => (typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[field] : undefined))

/** The error itself, then the errors that wallets wrap in it: `data.originalError` and `cause`. */
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

/** How EVM, Solana and Bitcoin wallets word a rejection; those of the latter two often have no code. */
const REJECTION =
  /user (has )?(rejected|denied|declined|cancell?ed)|(rejected|denied|declined|cancell?ed) (by|from) (the )?user/i

const saysRejected = (error: WalletError) => typeof error.message === 'string' && REJECTION.test(error.message)

/** 4001 and 5002 are rejections; 5000 is one only if its text says so. */
export const isRejection = (error: unknown): boolean =>
  chainOf(error).some((entry) => REJECTED.includes(entry.code as number) || saysRejected(entry))

export const isPending = (error: unknown): boolean => chainOf(error).some((entry) => entry.code === PENDING)

/** rules.md §4, chain switch failure: after one of these codes, we add the network, unless the visitor declined. */
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

export const CONNECT = { rejected: 'connection.rejected', otherwise: 'connection.failed' } as const
export const REQUEST = { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' } as const

/** Translates a foreign error, where it reaches our code. If it wraps a `ModalError`, that one is returned. */
export function translate(error: unknown, { rejected, otherwise }: Codes): ModalError {
  const ours = causesOf(error).find(isModalError)
  if (ours) return ours
  if (isRejection(error)) return new ModalError(rejected, { cause: error })
  if (isPending(error)) return new ModalError('connection.pending', { cause: error })
  return new ModalError(otherwise, { cause: error })
}

/** Calls a wallet, and translates any error while keeping its reason (chains.md, pitfall 43). @throws ModalError */
export async function translating<T>(ask: () => Promise<T>, codes: Codes = REQUEST): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw translate(error, codes)
  }
}
