import { number, object, pipe, safeInteger, safeParse, string } from 'valibot'
import { ServiceError } from '../../http/errors.ts'

/** Where a page ended: on whatever comes later, what is older stays behind it. */
export interface Position {
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly caipNetworkId: string
  readonly blockNumber: number
  readonly transactionIndex: number
}

const Cursor = object({
  timestamp: pipe(number(), safeInteger()),
  caipNetworkId: string(),
  blockNumber: pipe(number(), safeInteger()),
  transactionIndex: pipe(number(), safeInteger()),
})

/** Negative when `a` is newer. Blocks of several chains at one moment stand chain by chain. */
export function byAge(a: Position, b: Position): number {
  if (a.timestamp !== b.timestamp) return b.timestamp - a.timestamp
  if (a.caipNetworkId !== b.caipNetworkId) return a.caipNetworkId < b.caipNetworkId ? -1 : 1
  return b.blockNumber - a.blockNumber || b.transactionIndex - a.transactionIndex
}

export const writeCursor = ({ timestamp, caipNetworkId, blockNumber, transactionIndex }: Position) =>
  Buffer.from(JSON.stringify({ timestamp, caipNetworkId, blockNumber, transactionIndex })).toString('base64url')

/** @throws ServiceError `request.invalid` */
export function readCursor(text: string): Position {
  const result = safeParse(Cursor, parsed(text))
  if (!result.success) throw new ServiceError('request.invalid', { reason: 'cursor: must be the next of a page' })
  return result.output
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
