import type { Behaviour } from './behaviour.ts'
import { noise } from './hostility.ts'

export type Listener = (payload: unknown) => void

/** A wallet's listeners, by event name. @param isNoise whether a payload is meaningless for that event */
export function createEmitter(
  behaviour: () => Behaviour,
  isNoise: (event: string, payload: unknown) => boolean = () => true,
) {
  const listeners = new Map<string, Set<Listener>>()
  const tell = (listener: Listener, payload: unknown) => queueMicrotask(() => listener(payload))

  const off = (event: string, listener: Listener) => void listeners.get(event)?.delete(listener)
  return {
    /** Returns a function that removes the listener. */
    on(event: string, listener: Listener): () => void {
      const present = listeners.get(event) ?? new Set()
      listeners.set(event, present.add(listener))
      if (behaviour().hostility.isNoisy) for (const payload of noise()) tell(listener, payload)
      return () => off(event, listener)
    },
    off,
    clear: () => listeners.clear(),
    emit(event: string, payload: unknown): void {
      if (behaviour().isQuiet) return
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    },
    /** Emits garbage to all listeners. */
    emitNoise(): void {
      for (const [event, present] of listeners) {
        for (const listener of present) {
          for (const payload of noise()) if (isNoise(event, payload)) tell(listener, payload)
        }
      }
    },
  }
}

export type Emitter = ReturnType<typeof createEmitter>
