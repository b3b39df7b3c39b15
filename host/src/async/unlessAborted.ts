import { ModalError } from '@portico/contracts'

/** Rejects when the visitor goes back. The wallet may still show its window, but its late answer is ignored. */
export function unlessAborted<T>(work: T | PromiseLike<T>, signal?: AbortSignal): Promise<T> {
  const answer = Promise.resolve(work) // some wallets return no promise
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    const stop = () => reject(new ModalError('connection.modalClosed'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
