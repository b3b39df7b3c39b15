/** Listeners of one kind of event. */
export function createListeners<T>() {
  const all = new Set<(event: T) => void>()
  return {
    add(listener: (event: T) => void, signal?: AbortSignal): void {
      if (signal?.aborted) return
      all.add(listener)
      signal?.addEventListener('abort', () => all.delete(listener), { once: true })
    },
    tell(event: T): void {
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
