import type { ChainNamespace, Connection, FamilyState } from '@portico/contracts'
import { connecting, disconnected } from './connectionsSlice.ts'
import { establish, networkOf, type Thunk } from './establish.ts'
import { granted, isGranted } from './granted.ts'

/**
 * The wallet that the page runs inside of is connected at the start, without any prompt, and comes before whatever is
 * stored (chains.md §3.4). The page moves to its network: there is no other that it could be on. False when there is none.
 */
export const restoreHome =
  (namespace: ChainNamespace): Thunk<boolean> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const adapter = adapters[namespace]
    let connectorId: string | undefined
    try {
      connectorId = await adapter?.home?.()
    } catch {
      // One of the site's own that cannot say is not inside of anything.
    }
    const network = networkOf(getState(), storage, namespace)
    if (!adapter || !connectorId || !network || life.aborted) return false
    const family = () => getState().connections.families[namespace]
    // The visitor may have been quicker.
    if ((family()?.status ?? 'disconnected') !== 'disconnected') return true
    dispatch(connecting({ namespace, connectorId }))
    const take = (connection: Connection) =>
      dispatch(establish(namespace, connection, { isReconnect: true, staysOnNetwork: false }))

    /** The family as it is left when there is no answer in time: the late one counts if nothing else has happened. */
    let left: FamilyState | undefined
    const grant = await granted(adapter, connectorId, network, {
      onLate(late) {
        if (!life.aborted && left && left === family() && isGranted(late)) take(late)
      },
    })
    if (life.aborted || family()?.status !== 'connecting' || family()?.connectorId !== connectorId) return true
    if (isGranted(grant)) take(grant)
    else {
      dispatch(disconnected({ namespace, connectorId }))
      left = family()
    }
    return isGranted(grant)
  }
