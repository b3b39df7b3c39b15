import type { Behaviour } from './behaviour.ts'
import { noise } from './hostility.ts'

export type Listener = (payload: unknown) => void

/** A wallet's listeners, by event name. */
export interface Emitter {
  /** Returns the undo. */
  on(event: string, listener: Listener): () => void
  off(event: string, listener: Listener): void
  clear(): void
  emit(event: string, payload: unknown): void
  /** Emits garbage to all listeners. */
  emitNoise(): void
}

/** @param isNoise whether a payload says nothing for that event */
export function createEmitter(
  behaviour: () => Behaviour,
  isNoise: (event: string, payload: unknown) => boolean = () => true,
): Emitter {
  const listeners = new Map<string, Set<Listener>>()
  const tell = (listener: Listener, payload: unknown) => queueMicrotask(() => listener(payload))

  const emitter: Emitter = {
    on(event, listener) {
      const present = listeners.get(event) ?? new Set()
      listeners.set(event, present.add(listener))
      if (behaviour().hostility.isNoisy) for (const payload of noise()) tell(listener, payload)
      return () => emitter.off(event, listener)
    },
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    clear: () => listeners.clear(),
    emit(event, payload) {
      if (behaviour().isQuiet) return
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    },
    emitNoise() {
      for (const [event, present] of listeners) {
        for (const listener of present) {
          for (const payload of noise()) if (isNoise(event, payload)) tell(listener, payload)
        }
      }
    },
  }
  return emitter
}
