import { type GenericSchema, safeParse } from 'valibot'
import { isRecord } from './bounds.ts'
import { isMessageId } from './envelope.ts'

/**
 * Why a message of this protocol was rejected. Contains nothing from the message, which may hold a code, an address or
 * something to sign, because this goes to logs.
 */
export interface Refusal {
  readonly reason: 'unknownType' | 'badId' | 'badPayload'
  /** The type, if known. */
  readonly type?: string
  /** The id, if valid, so that the sender need not keep waiting for an answer. */
  readonly id?: string
  /** The invalid field of the payload. Absent when the payload itself is invalid. */
  readonly field?: string
}

/** `undefined`: the message is not for us, like most of what a window receives. */
export type Reading<Message> =
  | { readonly message: Message; readonly refusal?: undefined }
  | { readonly message?: undefined; readonly refusal: Refusal }
  | undefined

interface RawMessage {
  readonly type: string
  readonly id?: string
  readonly payload: unknown
}

const EARLY = { abortEarly: true, abortPipeEarly: true } as const

function readParts(value: unknown, prefix: string, schemaOf: (name: string) => GenericSchema | undefined) {
  if (!isRecord(value) || typeof value.type !== 'string' || !value.type.startsWith(prefix)) return undefined
  const { type, id, payload } = value
  const schema = schemaOf(type.slice(prefix.length))
  const known = isMessageId(id) ? { id } : {}
  if (!schema) return { refusal: { reason: 'unknownType', ...known } } as const
  if (id !== undefined && !isMessageId(id)) return { refusal: { reason: 'badId', type } } as const

  const read = safeParse(schema, payload, EARLY)
  if (read.success) return { message: { type, ...known, payload: read.output } }
  // Not the whole path: below the first field, names come from the message itself.
  const field = read.issues[0].path?.[0]?.key
  return { refusal: { reason: 'badPayload', type, ...known, ...(typeof field === 'string' ? { field } : {}) } } as const
}

/**
 * Reads any message that a window receives, and never throws. Keeps only the described fields. A type must begin with
 * `prefix`; other clients accept it anywhere inside.
 */
export function readMessage(
  value: unknown,
  prefix: string,
  schemaOf: (name: string) => GenericSchema | undefined,
): Reading<RawMessage> {
  try {
    return readParts(value, prefix, schemaOf)
  } catch {
    return undefined // a proxy or a getter: dispatched, not posted by a window
  }
}
