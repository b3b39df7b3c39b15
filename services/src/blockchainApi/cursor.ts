import type { CaipNetworkId } from '@portico/contracts'
import { CaipNetworkIdText } from '@portico/contracts/services/wireText'
import {
  type GenericSchema,
  type InferOutput,
  minEntries,
  nullable,
  number,
  object,
  pipe,
  record,
  safeInteger,
  safeParse,
  string,
} from 'valibot'
import { invalidRequest } from '../http/errors.ts'
import { jsonIn } from '../json.ts'

/** The position after a page that covers several chains. */
export interface Cursor {
  /** The time of the last entry shown, in seconds since 1970. */
  readonly timestamp: number
  /**
   * Where each chain continues, in the format of its source; undefined if no entry of the chain has been shown yet. A
   * chain without further entries is absent.
   */
  readonly parts: ReadonlyMap<CaipNetworkId, string | undefined>
}

const WrittenCursor = object({
  timestamp: pipe(number(), safeInteger()),
  parts: pipe(record(CaipNetworkIdText, nullable(string())), minEntries(1)),
})

/** The error for a cursor that is not the `next` of a page. */
export const badCursor = () => invalidRequest('cursor: must be the next of a page')

/** Parses a cursor that this service wrote, but anybody may have changed. @throws ServiceError `request.invalid` */
export function readPart<Schema extends GenericSchema>(schema: Schema, text: string): InferOutput<Schema> {
  const { success, output } = safeParse(schema, jsonIn(text))
  if (!success) throw badCursor()
  return output
}

export const writeCursor = ({ timestamp, parts }: Cursor) => {
  const written = Object.fromEntries([...parts].map(([id, part]) => [id, part ?? null]))
  return Buffer.from(JSON.stringify({ timestamp, parts: written })).toString('base64url')
}

/**
 * @param networks the networks of the request
 * @throws ServiceError `request.invalid`, also for a cursor that belongs to another request
 */
export function readCursor(text: string, networks: readonly CaipNetworkId[]): Cursor {
  const { timestamp, parts } = readPart(WrittenCursor, Buffer.from(text, 'base64url').toString())
  const known = networks.filter((id) => Object.hasOwn(parts, id))
  if (known.length !== Object.keys(parts).length) throw badCursor()
  return { timestamp, parts: new Map(known.map((id) => [id, parts[id] ?? undefined])) }
}
