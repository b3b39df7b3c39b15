import { safely } from '../announced.ts'
import { method } from './untrusted.ts'

type Listener = (payload: unknown) => void

/**
 * Adds listeners to a Node-style emitter. The function returned removes exactly these, so that the page's listeners
 * stay; if a wallet cannot remove listeners, ours no longer do anything (chains.md, pitfall 20).
 * @returns a function that removes the listeners; undefined if the wallet has no events
 */
export function listenTo(emitter: unknown, listeners: Readonly<Record<string, Listener>>): (() => void) | undefined {
  const on = method(emitter, 'on')
  if (!on) return undefined
  let isOver = false
  const own = Object.entries(listeners).map(([event, listener]): [string, Listener] => [
    event,
    (payload) => {
      if (!isOver) listener(payload)
    },
  ])
  const each = (run: ReturnType<typeof method>) => {
    // A wallet with broken events counts as one without events.
    for (const [event, listener] of own) safely(() => run?.(event, listener))
  }
  each(on)
  return () => {
    isOver = true
    each(method(emitter, 'removeListener') ?? method(emitter, 'off'))
  }
}
