import type { ChainNamespace } from '@portico/contracts'
import { connecting, disconnected } from './connectionsSlice.ts'
import { establish, networkFor, type Thunk } from './establish.ts'
import { granted, LATE } from './findStored.ts'

/**
 * The wallet that the page runs inside of is connected at the start, without any prompt, and comes before whatever is
 * stored (chains.md §3.4). The page moves to its network: there is no other that it could be on. False when there is none.
 */
export const restoreHome =
  (namespace: ChainNamespace): Thunk<boolean> =>
  async (dispatch, getState, { adapters, life }) => {
    const adapter = adapters[namespace]
    let connectorId: string | undefined
    try {
      connectorId = await adapter?.home?.()
    } catch {
      // One of the site's own that cannot say is not inside of anything.
    }
    if (!adapter || !connectorId || life.aborted) return false
    // The visitor may have been quicker.
    const { status = 'disconnected' } = getState().connections.families[namespace] ?? {}
    if (status !== 'disconnected') return true
    dispatch(connecting({ namespace, connectorId }))
    const connection = await granted(adapter, connectorId, networkFor(getState(), namespace))
    const family = getState().connections.families[namespace]
    if (life.aborted || family?.status !== 'connecting' || family.connectorId !== connectorId) return true
    if (!connection || connection === LATE) {
      dispatch(disconnected({ namespace, connectorId }))
      return false
    }
    dispatch(establish(namespace, connection, { isReconnect: true, staysOnNetwork: false }))
    return true
  }
