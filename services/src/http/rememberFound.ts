/** How long what was found is still used. */
const KNOWN_LIFETIME_MS = 30_000
/** How long something new waits after somebody asked for it too early. */
const UNKNOWN_LIFETIME_MS = 3_000
/** Made-up names must not fill the memory. */
const MAX_REMEMBERED = 10_000

interface Remembered<Value> {
  readonly value: Promise<Value | undefined>
  until: number
}

/**
 * For what is asked often: what was found, without asking for each request. Whoever asks while it is being looked for waits
 * for the same answer; a failure is remembered by nobody.
 * @param find undefined when there is no such thing
 * @param now milliseconds of a clock that never goes back
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
      // Whoever waits hears of it; the next one asks again.
      () => remembered.delete(name),
    )
    return entry
  }

  return (name) => {
    const entry = remembered.get(name)
    return (entry && now() < entry.until ? entry : ask(name)).value
  }
}
