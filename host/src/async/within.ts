/** Wallets answer requests without a prompt at once or not at all. */
export const SILENT_WAIT_MS = 3_000

/** Resolves like `work`, or, if that takes too long, returns or throws what `late` does. */
export async function within<T>(work: T | PromiseLike<T>, milliseconds: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds)
  })
  try {
    // The race also handles a late rejection of `work`, which no longer matters.
    const first = await Promise.race([Promise.resolve(work).then((value) => () => value), patience])
    return first()
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves like `work`, or rejects if that takes too long. */
export const inTime = <T>(work: T | PromiseLike<T>, milliseconds: number): Promise<T> =>
  within(work, milliseconds, () => {
    throw new Error('the wallet did not answer in time')
  })
