import { type GenericSchema, safeParse } from 'valibot'
import { isRecord } from './bounds.ts'
import { isMessageId } from './envelope.ts'

/**
 * Why a message of this protocol was refused. Since this is logged, it contains nothing from the message, which may
 * hold a code, an address or something to sign.
 */
export interface Refusal {
  readonly reason: 'unknownType' | 'badId' | 'badPayload'
  /** The type, if known. */
  readonly type?: string
  /** The id, if valid. With it, the sender can be answered and need not keep waiting. */
  readonly id?: string
  /** The invalid field of the payload. Absent when the payload as a whole is invalid. */
  readonly field?: string
}

/** Undefined when the message does not belong to this protocol, like most messages that a window receives. */
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
  // Only the first field is named, because deeper names come from the message itself.
  const field = read.issues[0].path?.[0]?.key
  return { refusal: { reason: 'badPayload', type, ...known, ...(typeof field === 'string' ? { field } : {}) } } as const
}

/**
 * Reads any message that a window receives. Never throws. Keeps only the fields in the schema. The type must begin with
 * `prefix`; other clients also accept `prefix` in the middle of the type.
 */
export function readMessage(
  value: unknown,
  prefix: string,
  schemaOf: (name: string) => GenericSchema | undefined,
): Reading<RawMessage> {
  try {
    return readParts(value, prefix, schemaOf)
  } catch {
    return undefined // a proxy or a getter, which a page dispatched and no window posted
  }
}
