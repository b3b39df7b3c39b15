import { ModalError } from '@portico/contracts'

const closed = () => new ModalError('connection.modalClosed')

/**
 * Settles as `work` does, or rejects with `reason()` as soon as the signal aborts. A wallet may still show its window then:
 * its late answer is ignored.
 */
export function unlessAborted<T>(
  work: T | PromiseLike<T>,
  signal: AbortSignal | undefined,
  reason: () => Error = closed,
): Promise<T> {
  const answer = Promise.resolve(work) // some wallets answer without a promise
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
