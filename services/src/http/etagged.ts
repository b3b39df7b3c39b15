import { createHash } from 'node:crypto'
import type { Context } from 'hono'

/** A JSON answer that is sent more than once. */
export interface EtaggedAnswer {
  readonly body: string
  /** Of the body, independent of its author and time. */
  readonly etag: string
}

export function etagged(value: unknown): EtaggedAnswer {
  const body = JSON.stringify(value)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

export const sendEtagged = (c: Context, { body, etag }: EtaggedAnswer) =>
  c.body(body, 200, { 'Content-Type': 'application/json', ETag: etag })
