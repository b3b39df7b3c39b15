import { useSyncExternalStore } from 'react'

/** A value that belongs to one visit to a view. */
export interface Kept<T> {
  read(): T
  write(value: T): void
  /** Returns its undo. */
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
 * What a view remembers as long as it is on the stack: its signal stands for the visit. A component's own state would go
 * each time another view is drawn over it, while what it has asked for goes on.
 */
export function keptIn<T>(visit: AbortSignal, name: string, initial: T): Kept<T> {
  const all = visits.get(visit) ?? new Map<string, unknown>()
  visits.set(visit, all)
  const kept = (all.get(name) as Kept<T> | undefined) ?? keep(initial)
  all.set(name, kept)
  return kept
}

/** `useState` for the length of a visit. */
export function useKept<T>(visit: AbortSignal, name: string, initial: T): [T, (value: T) => void] {
  const { read, write, subscribe } = keptIn(visit, name, initial)
  return [useSyncExternalStore(subscribe, read, read), write]
}
