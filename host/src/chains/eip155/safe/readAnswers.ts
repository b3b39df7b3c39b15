/** The parts of a Safe interface's responses that we use. Invalid parts count as absent. */

/** The response to `getSafeInfo`. */
export interface SafeInfo {
  readonly safeAddress: string
  readonly chainId: number
  /** How many owners must agree. */
  readonly threshold: number
}

/** The response to a signing request: signed off-chain, awaiting signatures, or signing by an on-chain transaction. */
export interface Signed {
  readonly signature?: string
  readonly messageHash?: string
  readonly safeTxHash?: string
}

const STATUSES = ['AWAITING_CONFIRMATIONS', 'AWAITING_EXECUTION', 'CANCELLED', 'FAILED', 'SUCCESS'] as const

/** The response to `getTxBySafeTxHash`. */
export interface SafeTransaction {
  readonly status: (typeof STATUSES)[number]
  /** The on-chain transaction's hash, once there is one. */
  readonly txHash?: string
}

const fields = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/** A Safe's signature is the concatenation of all owners' signatures. */
export const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value)

export function readSafeInfo(data: unknown): SafeInfo | undefined {
  const { safeAddress, chainId, threshold } = fields(data)
  if (typeof safeAddress !== 'string' || !/^0x[0-9a-f]{40}$/i.test(safeAddress)) return undefined
  if (typeof chainId !== 'number' || !Number.isSafeInteger(chainId) || chainId <= 0) return undefined
  return { safeAddress, chainId, threshold: typeof threshold === 'number' ? threshold : 1 }
}

export function readSigned(data: unknown): Signed {
  const { signature, messageHash, safeTxHash } = fields(data)
  return {
    ...(isSignature(signature) && { signature }),
    ...(isHash(messageHash) && { messageHash }),
    ...(isHash(safeTxHash) && { safeTxHash }),
  }
}

export function readTransaction(data: unknown): SafeTransaction | undefined {
  const { txStatus, txHash } = fields(data)
  const status = STATUSES.find((known) => known === txStatus)
  return status && { status, ...(isHash(txHash) && { txHash }) }
}
