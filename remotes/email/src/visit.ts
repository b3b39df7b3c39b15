import { useSyncExternalStore } from 'react'

/** A value scoped to one visit to a view. */
export interface Kept<T> {
  read(): T
  write(value: T): void
  /** Returns the unsubscribe function. */
  subscribe(onChange: () => void): () => void
}

function keep<T>(initial: T): Kept<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  }
}

const visits = new WeakMap<AbortSignal, Map<string, unknown>>()

/**
 * A value that lives as long as the view is on the stack; the view's signal identifies the visit. Component state would
 * be lost whenever another view covers this one, while this view's requests continue.
 */
export function keptIn<T>(visit: AbortSignal, name: string, initial: T): Kept<T> {
  const all = visits.get(visit) ?? new Map<string, unknown>()
  visits.set(visit, all)
  const kept = (all.get(name) as Kept<T> | undefined) ?? keep(initial)
  all.set(name, kept)
  return kept
}

/** `useState`, scoped to a visit. */
export function useKept<T>(visit: AbortSignal, name: string, initial: T): [T, (value: T) => void] {
  const { read, write, subscribe } = keptIn(visit, name, initial)
  return [useSyncExternalStore(subscribe, read, read), write]
}
