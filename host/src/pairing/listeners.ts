/** Who hears of something. */
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
          console.error('[portico]', error) // one that fails does not keep it from the others
        }
      }
    },
    clear: () => all.clear(),
  }
}

type Handler = (payload: unknown) => void

/** `on` and `removeListener` of a provider (EIP-1193), for the page that uses it. */
export function createEmitter() {
  const handlers = new Map<string, Set<Handler>>()
  return {
    on(event: string, handler: Handler): void {
      const known = handlers.get(event) ?? new Set()
      handlers.set(event, known.add(handler))
    },
    removeListener(event: string, handler: Handler): void {
      handlers.get(event)?.delete(handler)
    },
    emit(event: string, payload: unknown): void {
      for (const handler of [...(handlers.get(event) ?? [])]) {
        try {
          handler(payload)
        } catch (error) {
          console.error('[portico]', error)
        }
      }
    },
  }
}
export type Emitter = ReturnType<typeof createEmitter>
