/** How long a value is used after it was found. */
const KNOWN_LIFETIME_MS = 30_000
/** How long a value may seem to be missing if it was requested before it existed. */
const UNKNOWN_LIFETIME_MS = 3_000
/** Limits the memory that requests for made-up names can take. */
const MAX_REMEMBERED = 10_000

interface Remembered<Value> {
  readonly value: Promise<Value | undefined>
  until: number
}

/**
 * Caches frequent lookups. Concurrent callers share one lookup, and failures are not cached.
 * @param find gives undefined if there is no value with this name
 * @param now milliseconds of a monotonic clock
 */
export function rememberFound<Value>(
  find: (name: string) => Promise<Value | undefined>,
  now = () => performance.now(),
): (name: string) => Promise<Value | undefined> {
  const remembered = new Map<string, Remembered<Value>>()

  function ask(name: string): Remembered<Value> {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const entry: Remembered<Value> = { value: find(name), until: Number.POSITIVE_INFINITY }
    remembered.set(name, entry)
    entry.value.then(
      (found) => {
        entry.until = now() + (found === undefined ? UNKNOWN_LIFETIME_MS : KNOWN_LIFETIME_MS)
      },
      // Waiting callers get the rejection; the next call tries again.
      () => remembered.delete(name),
    )
    return entry
  }

  return (name) => {
    const entry = remembered.get(name)
    return (entry && now() < entry.until ? entry : ask(name)).value
  }
}
