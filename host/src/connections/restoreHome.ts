import type { ChainNamespace } from '@portico/contracts'
import { type Grant, isGranted } from './askForGrant.ts'
import { askQuietly } from './askQuietly.ts'
import { establish } from './establish.ts'
import { networkOf, type Thunk } from './situation.ts'

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
    // The visitor may have been quicker.
    if ((getState().connections.families[namespace]?.status ?? 'disconnected') !== 'disconnected') return true
    const take = (grant: Grant) => {
      if (isGranted(grant)) dispatch(establish(namespace, grant, { isReconnect: true, staysOnNetwork: false }))
      return isGranted(grant)
    }
    const asking = { namespace, connectorId, network, isTaken: isGranted, onAnswer: take, onLate: take }
    return (await dispatch(askQuietly(asking))) ?? true
  }
