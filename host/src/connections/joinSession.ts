import { type ChainNamespace, type Connection, selectConnection } from '@portico/contracts'
import type { PairedSession } from '../pairing/pairedWallets.ts'
import { connectionFound } from './connectionsSlice.ts'
import { establish } from './establish.ts'
import { findLive, liveConnections } from './liveConnections.ts'
import { rememberConnection } from './rememberConnection.ts'
import { isMultiWallet, type PlainThunk } from './situation.ts'

/**
 * Connects the families that a paired wallet has added to its session (chains.md §4.7); the page stays on its network.
 * A wallet that is already connected in such a family stays active, or, where a family can have only one, stays the
 * only one.
 */
export const joinSession =
  ({ topic, connections }: PairedSession): PlainThunk<void> =>
  (dispatch, getState, { adapters, storage, life }) => {
    const families = Object.keys(adapters) as ChainNamespace[]
    const isOurs = families.some((family) =>
      liveConnections(getState(), family).some(({ session }) => session === topic),
    )
    if (!isOurs || life.aborted) return
    for (const [namespace, connection] of Object.entries(connections) as [ChainNamespace, Connection][]) {
      const isThere = findLive(getState(), namespace, connection.connectorId)
      if (!adapters[namespace] || isThere) continue
      if (!selectConnection(getState(), namespace)) {
        dispatch(establish(namespace, connection, { method: 'qrcode', staysOnNetwork: true }))
      } else if (isMultiWallet(getState())) {
        dispatch(connectionFound({ namespace, connection }))
        rememberConnection(storage, namespace, connection, { isActive: false, keepsOthers: true, withAccounts: true })
      }
    }
  }
