import { ModalError } from '@portico/contracts'

const closed = () => new ModalError('connection.modalClosed')

/** Settles like `work`, or rejects with `reason()` when the signal aborts, so a wallet's late answer is ignored. */
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
