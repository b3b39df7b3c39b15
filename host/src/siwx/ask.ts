import { within } from '../async/within.ts'

/** How long an answer of a site's plug-in is waited for: it may ask a server. */
const PLUG_IN_PATIENCE_MS = 30_000

/** Runs code of the site: it may throw at once, reject with anything, or never answer. @throws what it throws, or Error */
export const ask = <T>(run: () => T | PromiseLike<T>, patienceMs = PLUG_IN_PATIENCE_MS): Promise<T> =>
  within(new Promise<T>((resolve) => resolve(run())), patienceMs, () => {
    throw new Error(`no answer within ${patienceMs / 1000} s`)
  })
