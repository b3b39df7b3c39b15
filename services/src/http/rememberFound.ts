/** How long a found value is used. */
const KNOWN_LIFETIME_MS = 30_000
/** How long a new value may take to appear after an early request. */
const UNKNOWN_LIFETIME_MS = 3_000
/** Limits memory against made-up names. */
const MAX_REMEMBERED = 10_000

interface Remembered<Value> {
  readonly value: Promise<Value | undefined>
  until: number
}

/**
 * Caches frequent lookups. Concurrent callers share one lookup; failures are not cached.
 * @param find undefined if there is no such thing
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
      // Waiting callers get the rejection; the next one tries again.
      () => remembered.delete(name),
    )
    return entry
  }

  return (name) => {
    const entry = remembered.get(name)
    return (entry && now() < entry.until ? entry : ask(name)).value
  }
}
