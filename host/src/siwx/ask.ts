/** So long an answer of a site's plug-in is waited for: what it asks of a server may take its time, but nobody waits for ever. */
export const PLUG_IN_PATIENCE_MS = 30_000

/** Somebody else's code: it may throw at once, reject with anything, or never answer. @throws whatever it throws */
export async function ask<T>(run: () => T | PromiseLike<T>, patienceMs = PLUG_IN_PATIENCE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs)
  })
  try {
    return await Promise.race([new Promise<T>((resolve) => resolve(run())), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
