import { type ChainNamespace, selectConnection } from '@portico/contracts'
import { askForGrant, type Grant, UNANSWERED } from './askForGrant.ts'
import { connectionFound, isSameConnector } from './connectionsSlice.ts'
import { establish } from './establish.ts'
import { findLive } from './liveConnections.ts'
import { forgetConnection, rememberConnection } from './rememberConnection.ts'
import { networkOf, type Thunk } from './situation.ts'
import { type StoredConnection, storedConnections } from './storedConnections.ts'
import { withAccountOfChoice } from './withAccountOfChoice.ts'

/**
 * Looks, without any prompt, which stored connections their wallets still grant, and lists those beside the active ones
 * (asked for when the list of wallets is opened, and when an active one ends). Where a family has none, the one that was
 * used last is the active one. What its wallet says is not granted any more becomes a recent one. Never rejects.
 */
export const findStoredConnections =
  (only?: ChainNamespace): Thunk<void> =>
  async (dispatch, getState, { adapters, storage, life }) => {
    const isMeant = ({ namespace, connectorId }: StoredConnection) =>
      (only === undefined || only === namespace) &&
      // It is being asked already, or has been.
      getState().connections.families[namespace]?.status !== 'connecting' &&
      !findLive(getState(), namespace, connectorId)
    const isStored = ({ namespace, connectorId }: StoredConnection) =>
      storedConnections(storage).some(
        (stored) => stored.namespace === namespace && isSameConnector(stored.connectorId, connectorId),
      )

    function take(stored: StoredConnection, grant: Grant): void {
      // The visitor may have connected or ended it in the meantime.
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
      return askForGrant(adapter, connectorId, network, { onLate: (grant) => take(stored, grant) })
    }

    // Of those that are stored the last one was used last.
    const meant = storedConnections(storage).filter(isMeant).toReversed()
    const answers = await Promise.all(meant.map(async (stored) => [stored, await ask(stored)] as const))
    for (const [stored, grant] of answers) take(stored, grant)
  }
