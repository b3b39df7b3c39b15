type Listener<Payload> = (payload: Payload) => void

/** Implements `on` and `removeListener` of a provider (EIP-1193). A listener that throws does not affect the others. */
export function createEmitter<Events extends object = Record<string, unknown>>() {
  const heard = new Map<keyof Events, Set<Listener<never>>>()
  return {
    on<E extends keyof Events>(event: E, listener: Listener<Events[E]>): void {
      heard.set(event, (heard.get(event) ?? new Set()).add(listener as Listener<never>))
    },
    removeListener<E extends keyof Events>(event: E, listener: Listener<Events[E]>): void {
      heard.get(event)?.delete(listener as Listener<never>)
    },
    emit<E extends keyof Events>(event: E, payload: Events[E]): void {
      for (const listener of [...(heard.get(event) ?? [])]) {
        try {
          ;(listener as Listener<Events[E]>)(payload)
        } catch (error) {
          console.error('[portico]', error)
        }
      }
    },
  }
}
