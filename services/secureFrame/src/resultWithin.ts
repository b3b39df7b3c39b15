/** Settles as the promise does, or resolves to undefined if that takes longer than the limit. */
export function resultWithin<T>(promise: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
