import type { Context } from 'hono'
import { type BaseIssue, type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import { ServiceError } from './errors.ts'
import { fitsShape, type JsonShape } from './jsonShape.ts'

const BODY_MAX_BYTES = 64_000

/** Of a body over its limit: a client that is cut off while it sends would not get to read why. */
const DISCARDED_MAX_BYTES = 2_000_000

/** How deep JSON may be nested and how many values it may hold, each member of an object and each element being one. */
const SHAPE: JsonShape = { depth: 64, values: 100_000 }

/** Without a stream in between. Node sees to it that no more comes than was announced. */
const readAnnounced = (c: Context) => c.req.text()

/** Gives up on the stream without ending it: that would end the connection before the answer. */
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
 * The body of a request as text. It keeps no more than the limit and takes little more off the line, whatever length was
 * announced. How long a body may take is a limit of the server: see `createBoundedServer`.
 * @throws ServiceError `request.tooLarge`; `request.unreadable` when the client is gone, or took too long
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
  if (!result.success) throw new ServiceError('request.invalid', { reason: reasonOf(result.issues[0]) })
  return result.output
}

/** @throws ServiceError `request.tooComplex` before anything is parsed, `request.notJson` */
export function parseJson(text: string): unknown {
  if (!fitsShape(text, SHAPE)) throw new ServiceError('request.tooComplex', { ...SHAPE })
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('request.notJson')
  }
}

/** @throws ServiceError `request.tooLarge`, `request.tooComplex`, `request.notJson`, `request.invalid` */
export async function readBody<Schema extends GenericSchema>(c: Context, schema: Schema): Promise<InferOutput<Schema>> {
  return check(schema, parseJson(await readText(c, BODY_MAX_BYTES)))
}
