/** What `work` resolves to, unless it takes too long; then what `late` says, or throws. */
export async function within<T>(work: Promise<T>, milliseconds: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds)
  })
  try {
    const first = await Promise.race([work.then((value) => ({ value })), patience])
    return first === 'late' ? late() : first.value
  } finally {
    clearTimeout(timer)
    work.catch(() => {}) // after it was too late nobody else hears of it
  }
}
