/** What is asked without a prompt is answered at once or not at all. */
export const SILENT_WAIT_MS = 3_000

/** Rejects when there is no answer in time. */
export async function inTime<T>(work: T | PromiseLike<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the wallet did not answer in time')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
