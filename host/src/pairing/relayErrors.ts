import { type ErrorCode, isModalError, ModalError } from '@portico/contracts'

/**
 * The texts of `RELAY_REFUSALS` (services.md §12) that identify a reason. Written out because that module pulls in the
 * schemas of the whole protocol; a test compares the two.
 */
const REFUSALS: readonly (readonly [text: string, code: ErrorCode])[] = [
  ['origin not allowed', 'config.originNotAllowed'],
  ['JWT Token is not yet valid', 'relay.clockWrong'],
  ['JWT Token is expired', 'relay.clockWrong'],
  ['invalid key', 'relay.keyInvalid'],
]

const textOf = (error: unknown): string => {
  try {
    return String((error as { message?: unknown } | null)?.message ?? error)
  } catch {
    return ''
  }
}

/** Why the relay refuses us, from the text with which it closes the connection; anything else counts as unreachable. */
export function relayError(cause: unknown): ModalError {
  if (isModalError(cause)) return cause
  const text = textOf(cause)
  const [, code = 'relay.unreachable'] = REFUSALS.find(([refusal]) => text.includes(refusal)) ?? []
  return new ModalError(code, { cause })
}
