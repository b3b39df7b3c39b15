import type { ChainNamespace } from '@portico/contracts'
import { type Grant, isGranted } from './askForGrant.ts'
import { askQuietly } from './askQuietly.ts'
import { establish } from './establish.ts'
import { networkOf, type Thunk } from './situation.ts'

/**
 * Connects the wallet that the page runs inside, without any prompt and before any stored one (chains.md §3.4). The
 * page moves to that wallet's network, the only one that it can be on. False if there is no such wallet.
 */
export const restoreHome =
  (namespace: ChainNamespace): Thunk<boolean> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const adapter = adapters[namespace]
    let connectorId: string | undefined
    try {
      connectorId = await adapter?.home?.()
    } catch {
      // If a site's own adapter throws, the page counts as not inside a wallet.
    }
    const network = networkOf(getState(), storage, namespace)
    if (!adapter || !connectorId || !network || life.aborted) return false
    // The visitor may have acted first.
    if ((getState().connections.families[namespace]?.status ?? 'disconnected') !== 'disconnected') return true
    const take = (grant: Grant) => {
      if (isGranted(grant)) dispatch(establish(namespace, grant, { isReconnect: true, staysOnNetwork: false }))
      return isGranted(grant)
    }
    const asking = { namespace, connectorId, network, isTaken: isGranted, onAnswer: take, onLateAnswer: take }
    return (await dispatch(askQuietly(asking))) ?? true
  }
