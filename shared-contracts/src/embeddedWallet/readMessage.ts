import { type GenericSchema, safeParse } from 'valibot'
import { isRecord } from './bounds.ts'
import { isMessageId } from './envelope.ts'

/**
 * Why a message of this protocol is not believed. It never holds anything of what the message said: that may be a code, an
 * address or something to sign, and this is written to logs.
 */
export interface Refusal {
  readonly reason: 'unknownType' | 'badId' | 'badPayload'
  /** The type, where it is one that we know. */
  readonly type?: string
  /** Where it is one: whoever waits for an answer under it need not go on waiting. */
  readonly id?: string
  /** The field of the payload that is wrong. Absent when it is the payload itself. */
  readonly field?: string
}

/** `undefined`: this was never meant for us, as most of what a window hears. */
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
  // Not the whole path: below the first field there are names that the message itself has brought along.
  const field = read.issues[0].path?.[0]?.key
  return { refusal: { reason: 'badPayload', type, ...known, ...(typeof field === 'string' ? { field } : {}) } } as const
}

/**
 * Reads what came to a window, whatever it is, and never throws. Only the fields that are described are kept. A type has to
 * begin with `prefix`; other clients take any that has it somewhere inside.
 */
export function readMessage(
  value: unknown,
  prefix: string,
  schemaOf: (name: string) => GenericSchema | undefined,
): Reading<RawMessage> {
  try {
    return readParts(value, prefix, schemaOf)
  } catch {
    return undefined // a proxy or a getter: no window has posted it, somebody has dispatched it
  }
}
