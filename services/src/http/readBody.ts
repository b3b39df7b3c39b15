import type { Context } from 'hono'
import { type BaseIssue, type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from './errors.ts'

const BODY_MAX_BYTES = 64_000

/**
 * Keeps no more than the limit, whatever length was announced. The rest is still taken off the line: a client that is
 * cut off while it sends would not get to read why.
 * @throws ServiceError `request.tooLarge`
 */
async function readText(c: Context): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size <= BODY_MAX_BYTES) chunks.push(chunk)
  }
  if (size > BODY_MAX_BYTES) throw new ServiceError('request.tooLarge', { limit: BODY_MAX_BYTES })
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

/** @throws ServiceError `request.tooLarge`, `request.notJson`, `request.invalid` */
export async function readBody<Schema extends GenericSchema>(c: Context, schema: Schema): Promise<InferOutput<Schema>> {
  const text = await readText(c)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ServiceError('request.notJson')
  }
  return check(schema, body)
}
