import type { ChainAdapter } from '@portico/contracts'

/** Wallets that are giving a permission back: whoever asks the same one again waits, or it would take back the new one. */
const leaving = new WeakMap<ChainAdapter, Map<string, Promise<unknown>>>()

/** A wallet that never says that it has forgotten the page is not waited for longer. */
const LEAVE_WAIT_MS = 5_000

/** Tells a wallet that its connection has ended. @throws what `ChainAdapter.disconnect` throws */
export function endWith(adapter: ChainAdapter, connectorId: string): Promise<void> {
  const key = connectorId.toLowerCase()
  const waiting = leaving.get(adapter) ?? new Map<string, Promise<unknown>>()
  leaving.set(adapter, waiting)
  // A site's own adapter may even throw at once.
  const told = (async () => adapter.disconnect(connectorId))()
  const gone = Promise.allSettled([waiting.get(key), told]).then(() => {
    if (waiting.get(key) === gone) waiting.delete(key)
  })
  waiting.set(key, gone)
  return told
}

/** Another wallet has taken its place: nobody has to wait for what this one says to that, but itself. */
export function letGo(adapter: ChainAdapter, connectorId: string): void {
  endWith(adapter, connectorId).catch(() => {})
}

/** Settles when a wallet has given back what it was told to; undefined, so that nobody awaits, when that is nothing. */
export function untilGone(adapter: ChainAdapter, connectorId: string): Promise<void> | undefined {
  const gone = leaving.get(adapter)?.get(connectorId.toLowerCase())
  return (
    gone &&
    new Promise((resolve) => {
      const timer = setTimeout(resolve, LEAVE_WAIT_MS)
      gone.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  )
}
