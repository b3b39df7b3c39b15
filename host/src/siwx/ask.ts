import { within } from '../async/within.ts'

/** How long to wait for an answer of a site's plug-in, which may ask a server. */
const PLUG_IN_PATIENCE_MS = 30_000

/** Runs the site's code, which may throw, reject with anything, or never answer. @throws what it throws, or Error */
export const ask = <T>(run: () => T | PromiseLike<T>, patienceMs = PLUG_IN_PATIENCE_MS): Promise<T> =>
  within(new Promise<T>((resolve) => resolve(run())), patienceMs, () => {
    throw new Error(`no answer within ${patienceMs / 1000} s`)
  })
