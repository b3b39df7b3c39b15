/** Listeners of one kind of event. */
export interface Listeners<T> {
  add(listener: (event: T) => void, signal?: AbortSignal): void
  tell(event: T): void
  clear(): void
}

export function createListeners<T>(): Listeners<T> {
  const all = new Set<(event: T) => void>()
  return {
    add(listener, signal) {
      if (signal?.aborted) return
      all.add(listener)
      signal?.addEventListener('abort', () => all.delete(listener), { once: true })
    },
    tell(event) {
      for (const listener of [...all]) {
        try {
          listener(event)
        } catch (error) {
          console.error('[portico]', error) // a failing listener does not affect the others
        }
      }
    },
    clear: () => all.clear(),
  }
}
