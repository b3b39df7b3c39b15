import type { PublicEvent } from './publicApi.ts'

export interface Events {
  /** Events are held back until the first opening shows intent. `items` replace properties (WALLET_IMPRESSION_V2). */
  track(event: string, properties?: Readonly<Record<string, unknown>>, items?: readonly object[]): void
  subscribe(onEvent: (event: PublicEvent) => void): () => void
  last(): PublicEvent | undefined
  /** Called at the first opening: sends the events that were held back, in order. */
  release(): void
}

/** The events for the site's `subscribeEvents`. Analytics subscribes to them in the same way. */
export function createEvents(): Events {
  const listeners = new Set<(event: PublicEvent) => void>()
  let held: PublicEvent[] | undefined = []
  let last: PublicEvent | undefined

  const tell = (event: PublicEvent) => {
    last = event
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        console.error('[portico] a listener of the page failed', error)
      }
    }
  }
  return {
    track(event, properties, items) {
      const data = { event, ...(properties && { properties }), ...(items && { items }) }
      const told: PublicEvent = { timestamp: Date.now(), data }
      if (held) held.push(told)
      else tell(told)
    },
    subscribe(onEvent) {
      listeners.add(onEvent)
      return () => listeners.delete(onEvent)
    },
    last: () => last,
    release() {
      const waiting = held ?? []
      held = undefined
      for (const event of waiting) tell(event)
    },
  }
}
