import { Refused } from '../messages/channel.ts'

/** How many requests may wait behind the one that is shown. */
export const WAITING_MAX = 64

export function createQueue() {
  interface Entry {
    readonly start: () => Promise<void>
    readonly drop: () => void
  }
  const entries: Entry[] = []
  let running: AbortController | undefined

  async function work(): Promise<void> {
    if (running) return
    for (let next = entries.shift(); next; next = entries.shift()) {
      running = new AbortController()
      await next.start()
    }
    running = undefined
  }

  return {
    /** How many jobs wait behind the running one. */
    waiting: () => entries.length,
    /**
     * Runs jobs one after another. A job's signal aborts when the job is dropped before the visitor has decided.
     * @throws Refused `internal` if too many wait, `rejected` if the job was dropped before its turn
     */
    run: <T>(job: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Refused('rejected'))
        if (entries.length >= WAITING_MAX) return reject(new Refused('internal'))
        const leave = () => {
          const at = entries.indexOf(entry)
          if (at >= 0) entries.splice(at, 1)
          reject(new Refused('rejected'))
        }
        const entry: Entry = {
          drop: leave,
          async start() {
            signal.removeEventListener('abort', leave)
            try {
              const own = running?.signal
              resolve(await job(own ? AbortSignal.any([signal, own]) : signal))
            } catch (error) {
              reject(error)
            }
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        entries.push(entry)
        void work()
      }),
    /**
     * Drops the request that is shown and those that wait. They are answered with `rejected`: a client that is still
     * waiting learns that nothing was signed and that nothing failed.
     */
    drop() {
      for (const entry of [...entries]) entry.drop()
      running?.abort()
    },
  }
}

/** Settles as the promise does, unless the signal aborts first. @throws Refused `rejected` */
export function unlessDropped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const drop = () => reject(new Refused('rejected'))
    if (signal.aborted) drop()
    signal.addEventListener('abort', drop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', drop))
  })
}
