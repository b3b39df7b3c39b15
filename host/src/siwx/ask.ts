import { within } from '../async/within.ts'

/** How long a site's plug-in, which may ask a server, has to answer. */
const PLUG_IN_PATIENCE_MS = 30_000

/** Runs a site's code, which may throw, reject with anything or never settle. @throws the same, or Error on time-out */
export const ask = <T>(run: () => T | PromiseLike<T>, patienceMs = PLUG_IN_PATIENCE_MS): Promise<T> =>
  within(new Promise<T>((resolve) => resolve(run())), patienceMs, () => {
    throw new Error(`no answer within ${patienceMs / 1000} s`)
  })
