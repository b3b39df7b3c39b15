/** What is asked without a prompt is answered at once or not at all. */
export const SILENT_WAIT_MS = 3_000

/** What `work` resolves to, unless it takes too long; then what `late` says, or throws. */
export async function within<T>(work: T | PromiseLike<T>, milliseconds: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds)
  })
  try {
    // The race also hears of a `work` that fails when it is too late, which is nobody's concern then.
    const first = await Promise.race([Promise.resolve(work).then((value) => () => value), patience])
    return first()
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects when there is no answer in time. */
export const inTime = <T>(work: T | PromiseLike<T>, milliseconds: number): Promise<T> =>
  within(work, milliseconds, () => {
    throw new Error('the wallet did not answer in time')
  })
