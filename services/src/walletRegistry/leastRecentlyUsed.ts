/** The approximate size of an entry in addition to its key and value. */
const ENTRY_BYTES = 200

/** A map with a size limit that removes the least recently used entries; keys count towards the limit too. */
export class LeastRecentlyUsed<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #maxBytes: number
  readonly #valueBytes: (value: Value) => number
  #bytes = 0

  constructor(maxBytes: number, valueBytes: (value: Value) => number) {
    this.#maxBytes = maxBytes
    this.#valueBytes = valueBytes
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    // Inserts the entry again, because a map iterates in insertion order.
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: Value) {
    this.#delete(key)
    this.#entries.set(key, value)
    this.#bytes += this.#bytesOf(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#delete(oldest)
    }
  }

  #delete(key: string) {
    const value = this.#entries.get(key)
    if (value === undefined || !this.#entries.delete(key)) return
    this.#bytes -= this.#bytesOf(key, value)
  }

  #bytesOf(key: string, value: Value) {
    return ENTRY_BYTES + 2 * key.length + this.#valueBytes(value)
  }
}
