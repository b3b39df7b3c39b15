import type { ICore } from '@walletconnect/types'
import { relayError } from './relayErrors.ts'

/** The client's event for a refused socket, after which it stops trying. */
const REFUSED = 'relayer_error'

/**
 * Runs work that needs the relay, and gives up if the relay refuses us or does not respond in time: the client itself
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
