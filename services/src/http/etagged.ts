import { createHash } from 'node:crypto'
import type { Context } from 'hono'

/** A JSON response that is sent several times. */
export interface EtaggedAnswer {
  readonly body: string
  /** The ETag of the body, which depends on nothing else. */
  readonly etag: string
}

export function etagged(value: unknown): EtaggedAnswer {
  const body = JSON.stringify(value)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

export const sendEtagged = (c: Context, { body, etag }: EtaggedAnswer) =>
  c.body(body, 200, { 'Content-Type': 'application/json', ETag: etag })
