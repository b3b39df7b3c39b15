import { isModalError, ModalError } from '@portico/contracts'
import { RELAY_REFUSALS } from '@portico/contracts/services/relay'

const textOf = (error: unknown): string => {
  try {
    return String((error as { message?: unknown } | null)?.message ?? error)
  } catch {
    return ''
  }
}

/**
 * Why the relay does not let us in, by the texts with which it closes the connection (services.md §12); anything else
 * counts as a relay that cannot be reached.
 */
export function relayError(cause: unknown): ModalError {
  if (isModalError(cause)) return cause
  const text = textOf(cause)
  if (text.includes(RELAY_REFUSALS.originNotAllowed)) return new ModalError('config.originNotAllowed', { cause })
  if (text.includes(RELAY_REFUSALS.tokenNotYetValid)) return new ModalError('relay.clockWrong', { cause })
  if (text.includes(RELAY_REFUSALS.tokenExpired)) return new ModalError('relay.clockWrong', { cause })
  if (text.includes(RELAY_REFUSALS.invalidKey)) return new ModalError('relay.keyInvalid', { cause })
  return new ModalError('relay.unreachable', { cause })
}
