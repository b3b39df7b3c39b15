import { method } from './untrusted.ts'

type Listener = (payload: unknown) => void

/**
 * Adds listeners as a Node emitter takes them. The same functions are removed that were added, so that no listener of the
 * page is touched; where a wallet cannot remove them they fall silent (chains.md, pitfall 20).
 * @returns the undo; undefined where the wallet has no events
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
    for (const [event, listener] of own) {
      try {
        run?.(event, listener)
      } catch {
        // A wallet whose events do not work is one that says nothing of its own accord.
      }
    }
  }
  each(on)
  return () => {
    isOver = true
    each(method(emitter, 'removeListener') ?? method(emitter, 'off'))
  }
}
