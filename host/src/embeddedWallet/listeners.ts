import { safely } from '../chains/announced.ts'

type Listener<Payload> = (payload: Payload) => void

/** Those who hear of something, each by itself: one that throws is nobody else's concern. */
export function createListeners<Events extends object>() {
  const heard = new Map<keyof Events, Set<Listener<never>>>()
  const of = (event: keyof Events) => heard.get(event) ?? new Set()
  return {
    add<E extends keyof Events>(event: E, listener: Listener<Events[E]>): void {
      heard.set(event, of(event).add(listener as Listener<never>))
    },
    remove<E extends keyof Events>(event: E, listener: Listener<Events[E]>): void {
      of(event).delete(listener as Listener<never>)
    },
    tell<E extends keyof Events>(event: E, payload: Events[E]): void {
      for (const listener of [...of(event)]) safely(() => (listener as Listener<Events[E]>)(payload))
    },
  }
}
