import type { ChainAdapter } from '@portico/contracts'
import { within } from '../async/within.ts'

/** Wallets still revoking a permission. If asked again before they finish, they would revoke the new permission too. */
const leaving = new WeakMap<ChainAdapter, Map<string, Promise<void>>>()

/** How long to wait for a wallet that never confirms that it has forgotten the page. */
const LEAVE_WAIT_MS = 5_000

/** Notifies a wallet that its connection has ended. @throws what `ChainAdapter.disconnect` throws */
export function endWith(adapter: ChainAdapter, connectorId: string): Promise<void> {
  const key = connectorId.toLowerCase()
  const waiting = leaving.get(adapter) ?? new Map<string, Promise<void>>()
  leaving.set(adapter, waiting)
  // A site's own adapter may throw synchronously.
  const disconnecting = (async () => adapter.disconnect(connectorId))()
  const gone = Promise.allSettled([waiting.get(key), disconnecting]).then(() => {
    if (waiting.get(key) === gone) waiting.delete(key)
  })
  waiting.set(key, gone)
  return disconnecting
}

/** Disconnects a wallet that has been replaced. Only a new request to the same wallet waits for its answer. */
export function letGo(adapter: ChainAdapter, connectorId: string): void {
  endWith(adapter, connectorId).catch(() => {})
}

/** Settles when a wallet has finished revoking; undefined if there is nothing to wait for. */
export function untilGone(adapter: ChainAdapter, connectorId: string): Promise<void> | undefined {
  const gone = leaving.get(adapter)?.get(connectorId.toLowerCase())
  return gone && within(gone, LEAVE_WAIT_MS, () => {})
}
