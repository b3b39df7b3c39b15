import { ServiceError } from '../../http/errors.ts'

/** A place in the queue is free as soon as one picture has loaded. */
const RETRY_AFTER_S = 1

/** Runs the work when its turn comes. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Limits parallel work; further work is queued.
 * @returns a function that throws ServiceError `rate.limited` when the queue is full
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
      // Hands the place on, or frees it.
      const next = line.shift()
      if (next) next()
      else working--
    }
  }
}
