import type { Context } from 'hono'
import { type BaseIssue, type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import { jsonIn } from '../json.ts'
import { invalidRequest, ServiceError } from './errors.ts'
import { fitsShape, type JsonShape } from './jsonShape.ts'

const BODY_MAX_BYTES = 64_000

/** How much is read of a body over its limit, because a client cut off while it sends could not read the error. */
const DISCARDED_MAX_BYTES = 2_000_000

/** The limits for the nesting and the values of JSON. Every member and element is a value. */
const SHAPE: JsonShape = { depth: 64, values: 100_000 }

/** Reads the body directly, because Node enforces the announced length. */
const readAnnounced = (c: Context) => c.req.text()

/** Stops reading without closing the stream, because closing it would end the connection before the response. */
async function readUnannounced(c: Context, maxBytes: number): Promise<string> {
  const reader = c.req.raw.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  while (reader && size <= maxBytes + DISCARDED_MAX_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size <= maxBytes) chunks.push(value)
  }
  if (size > maxBytes) throw new ServiceError('request.tooLarge', { limit: maxBytes })
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The body of a request as text. Keeps no more than the limit and discards little beyond it, whatever the announced
 * length. `createBoundedServer` limits the time.
 * @throws ServiceError `request.tooLarge`; `request.unreadable` if the client is gone or took too long
 */
export async function readText(c: Context, maxBytes: number): Promise<string> {
  const announced = Number(c.req.header('content-length') ?? Number.NaN)
  try {
    return await (announced <= maxBytes ? readAnnounced(c) : readUnannounced(c, maxBytes))
  } catch (thrown) {
    throw thrown instanceof ServiceError ? thrown : new ServiceError('request.unreadable')
  }
}

function reasonOf(issue: BaseIssue<unknown>) {
  const path = getDotPath(issue)
  return path ? `${path}: ${issue.message}` : issue.message
}

/** @throws ServiceError `request.invalid` */
export function check<Schema extends GenericSchema>(schema: Schema, value: unknown): InferOutput<Schema> {
  const result = safeParse(schema, value, { abortEarly: true })
  if (!result.success) throw invalidRequest(reasonOf(result.issues[0]))
  return result.output
}

/** @throws ServiceError `request.tooComplex` before anything is parsed, `request.notJson` */
export function parseJson(text: string): unknown {
  if (!fitsShape(text, SHAPE)) throw new ServiceError('request.tooComplex', { ...SHAPE })
  const value = jsonIn(text)
  if (value === undefined) throw new ServiceError('request.notJson')
  return value
}

/** @throws ServiceError `request.tooLarge`, `request.tooComplex`, `request.notJson`, `request.invalid` */
export async function readBody<Schema extends GenericSchema>(c: Context, schema: Schema): Promise<InferOutput<Schema>> {
  return check(schema, parseJson(await readText(c, BODY_MAX_BYTES)))
}
