import { ServiceError } from '../../http/errors.ts'

/** A place in the line is free as soon as one picture is there. */
const RETRY_AFTER_S = 1

/** Does something as soon as it is its turn. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Lets no more than so many work at once; the others stand in line.
 * @returns what throws ServiceError `rate.limited` when the line is too long
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
      // The place is handed on, or given back.
      const next = line.shift()
      if (next) next()
      else working--
    }
  }
}
