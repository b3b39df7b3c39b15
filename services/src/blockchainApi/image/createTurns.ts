import { ServiceError } from '../../http/errors.ts'

/** Short, because one loaded picture is enough to free a place in the queue. */
const RETRY_AFTER_S = 1

/** Runs a task when its turn comes. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Limits how many tasks run at once; further tasks wait in a queue.
 * @returns a function that throws ServiceError `rate.limited` if the queue is full
 */
export function createTurns({ atOnce, inLine }: { readonly atOnce: number; readonly inLine: number }): Turns {
  let working = 0
  const line: (() => void)[] = []

  async function begin() {
    if (working < atOnce) {
      working++
      return
    }
    if (line.length >= inLine) throw new ServiceError('rate.limited', {}, RETRY_AFTER_S)
    await new Promise<void>((resolve) => line.push(resolve))
  }

  return async (work) => {
    await begin()
    try {
      return await work()
    } finally {
      // Gives the place to the next task in the queue, if any.
      const next = line.shift()
      if (next) next()
      else working--
    }
  }
}
