import { type ChainNamespace, selectConnection } from '@portico/contracts'
import { withAccountOfChoice } from './accountTypes.ts'
import { askForGrant, type Grant, UNANSWERED } from './askForGrant.ts'
import { connectionFound, isSameConnector } from './connectionsSlice.ts'
import { establish } from './establish.ts'
import { findLive } from './liveConnections.ts'
import { forgetConnection, rememberConnection } from './rememberConnection.ts'
import { networkOf, type Thunk } from './situation.ts'
import { type StoredConnection, storedConnections } from './storedConnections.ts'

/**
 * Finds, without any prompt, the stored connections that their wallets still grant, and lists them beside the active
 * ones. Called when the list of wallets opens and when an active connection ends. In a family without a connection, the
 * last used one becomes active. A connection that its wallet no longer grants becomes a recent one. Never rejects.
 */
export const findStoredConnections =
  (only?: ChainNamespace): Thunk<void> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const isMeant = ({ namespace, connectorId }: StoredConnection) =>
      (only === undefined || only === namespace) &&
      // Leaves out families that are connecting, and connections that are live.
      getState().connections.families[namespace]?.status !== 'connecting' &&
      !findLive(getState(), namespace, connectorId)
    const isStored = ({ namespace, connectorId }: StoredConnection) =>
      storedConnections(storage).some(
        (stored) => stored.namespace === namespace && isSameConnector(stored.connectorId, connectorId),
      )

    function take(stored: StoredConnection, grant: Grant): void {
      // The visitor may have connected or ended this connection in the meantime.
      if (life.aborted || grant === UNANSWERED || !isMeant(stored) || !isStored(stored)) return
      const { namespace } = stored
      if (!grant) forgetConnection(storage, stored, { isRecent: true })
      else if (!selectConnection(getState(), namespace)) dispatch(establish(namespace, grant, { isReconnect: true }))
      else {
        const found = dispatch(withAccountOfChoice(namespace, grant, stored.chosen))
        dispatch(connectionFound({ namespace, connection: found }))
        rememberConnection(storage, namespace, found, { isActive: false, keepsOthers: true, withAccounts: true })
      }
    }

    async function ask(stored: StoredConnection): Promise<Grant> {
      const { namespace, connectorId, caipNetworkId } = stored
      const adapter = adapters[namespace]
      const network = networkOf(getState(), storage, namespace, caipNetworkId)
      if (!adapter || !network) return UNANSWERED
      return askForGrant(adapter, connectorId, network, { onLateAnswer: (grant) => take(stored, grant) })
    }

    // Last used first: storage contains the last used entry at the end.
    const meant = storedConnections(storage).filter(isMeant).toReversed()
    const answers = await Promise.all(meant.map(async (stored) => [stored, await ask(stored)] as const))
    for (const [stored, grant] of answers) take(stored, grant)
  }
