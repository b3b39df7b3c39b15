import { type ErrorCode, isModalError, ModalError } from '@portico/contracts'
import type { ICore } from '@walletconnect/types'
import { safely } from '../chains/announced.ts'

/** Some of `RELAY_REFUSALS` (services.md §12), whose module imports many schemas. A test compares the two lists. */
const REFUSALS: readonly (readonly [text: string, code: ErrorCode])[] = [
  ['origin not allowed', 'config.originNotAllowed'],
  ['JWT Token is not yet valid', 'relay.clockWrong'],
  ['JWT Token is expired', 'relay.clockWrong'],
  ['invalid key', 'relay.keyInvalid'],
]

const textOf = (error: unknown): string =>
  safely(() => String((error as { message?: unknown } | null)?.message ?? error)) ?? ''

/** Why the relay refuses us, by the text with which it closes the connection. Anything else counts as unreachable. */
export function relayError(cause: unknown): ModalError {
  if (isModalError(cause)) return cause
  const text = textOf(cause)
  const [, code = 'relay.unreachable'] = REFUSALS.find(([refusal]) => text.includes(refusal)) ?? []
  return new ModalError(code, { cause })
}

/** The event that the client emits for a refused socket, after which it no longer tries. */
const REFUSED = 'relayer_error'

/**
 * Does work that needs the relay, and gives up if the relay refuses us or does not respond in time. The client itself
 * would try for a minute and report nothing.
 * @throws ModalError `relay.unreachable`, `relay.clockWrong`, `relay.keyInvalid`, `config.originNotAllowed`
 */
export function throughRelay<T>({ relayer }: Pick<ICore, 'relayer'>, work: Promise<T>, patienceMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(relayError(cause))
    const timer = setTimeout(() => fail(new Error('the relay has taken nothing in time')), patienceMs)
    relayer.events.on(REFUSED, fail)
    const done = () => {
      clearTimeout(timer)
      relayer.events.off(REFUSED, fail)
    }
    work.then(resolve, fail).finally(done)
  })
}
