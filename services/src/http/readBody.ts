import type { Context } from 'hono'
import { type BaseIssue, type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from './errors.ts'

const BODY_MAX_BYTES = 64_000

/**
 * Keeps no more than the limit, whatever length was announced. The rest is still taken off the line: a client that is
 * cut off while it sends would not get to read why.
 * @throws ServiceError `request.tooLarge`; `request.unreadable` when the client is gone
 */
export async function readText(c: Context, maxBytes: number): Promise<string> {
  // Without a stream in between. Node sees to it that no more comes than was announced.
  if (Number(c.req.header('content-length') ?? Number.NaN) <= maxBytes) {
    return c.req.text().catch(() => {
      throw new ServiceError('request.unreadable')
    })
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size <= maxBytes) chunks.push(chunk)
  }
  if (size > maxBytes) throw new ServiceError('request.tooLarge', { limit: maxBytes })
  return Buffer.concat(chunks).toString('utf8')
}

function reasonOf(issue: BaseIssue<unknown>) {
  const path = getDotPath(issue)
  return path ? `${path}: ${issue.message}` : issue.message
}

/** @throws ServiceError `request.invalid` */
export function check<Schema extends GenericSchema>(schema: Schema, value: unknown): InferOutput<Schema> {
  const result = safeParse(schema, value, { abortEarly: true })
  if (!result.success) throw new ServiceError('request.invalid', { reason: reasonOf(result.issues[0]) })
  return result.output
}

/** @throws ServiceError `request.notJson` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('request.notJson')
  }
}

/** @throws ServiceError `request.tooLarge`, `request.notJson`, `request.invalid` */
export async function readBody<Schema extends GenericSchema>(c: Context, schema: Schema): Promise<InferOutput<Schema>> {
  return check(schema, parseJson(await readText(c, BODY_MAX_BYTES)))
}
