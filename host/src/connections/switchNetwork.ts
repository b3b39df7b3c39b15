import {
  type CaipNetworkId,
  type ChainNamespace,
  type Connection,
  ModalError,
  selectActiveNamespace,
  selectActiveNetworkId,
  selectConnection,
  selectNetwork,
} from '@portico/contracts'
import { adapterOf } from './adapterOf.ts'
import { connectionChanged } from './connectionsSlice.ts'
import { rememberNetwork } from './establish.ts'
import { networkChosen, networkWanted } from './networksSlice.ts'
import { rememberConnection } from './rememberConnection.ts'
import { isMultiWallet, type PlainThunk, type Thunk } from './situation.ts'

/**
 * Moves the active family to another network. A connected wallet is asked, and the network changes only once the wallet
 * has confirmed; without a connection, the page simply switches.
 * @throws ModalError `network.notFound`, `connection.modalClosed` if the connection has ended or the page has moved to
 *   another family while the wallet was being asked, and what `ChainAdapter.switchNetwork` throws
 */
export const switchNetwork =
  (caipNetworkId: CaipNetworkId): Thunk<void> =>
  async (dispatch, getState, services) => {
    const network = selectNetwork(getState(), caipNetworkId)
    if (!network) throw new ModalError('network.notFound', { details: { caipNetworkId } })
    const namespace = network.chainNamespace
    const connection = selectConnection(getState(), namespace)
    const { chosenId } = getState().networks
    if (connection && connection.caipNetworkId !== caipNetworkId) {
      const adapter = adapterOf(services, namespace)
      if (!adapter.switchNetwork) {
        throw new ModalError('chain.switchUnavailable', { details: { name: network.name } })
      }
      await adapter.switchNetwork(connection.connectorId, network)
      const isElsewhere = getState().networks.chosenId !== chosenId && selectActiveNamespace(getState()) !== namespace
      if (!dispatch(walletSwitched(namespace, connection, caipNetworkId)) || isElsewhere) {
        throw new ModalError('connection.modalClosed')
      }
    }
    if (selectActiveNetworkId(getState()) !== caipNetworkId || getState().networks.chosenId !== caipNetworkId) {
      dispatch(networkChosen(caipNetworkId))
    }
    dispatch(networkWanted(caipNetworkId))
    rememberNetwork(services.storage, network, true)
    services.track('SWITCH_NETWORK', { network: caipNetworkId })
  }

/** Records the network that the wallet has confirmed. False if the connection is no longer active. */
const walletSwitched =
  (
    namespace: ChainNamespace,
    { connectorId, session }: Connection,
    caipNetworkId: CaipNetworkId,
  ): PlainThunk<boolean> =>
  (dispatch, getState, { storage }) => {
    const now = selectConnection(getState(), namespace)
    if (now?.connectorId !== connectorId || now.session !== session) return false
    if (now.caipNetworkId === caipNetworkId) return true // the wallet has already reported the switch by itself
    dispatch(connectionChanged({ namespace, connectorId, caipNetworkId }))
    const withAccounts = isMultiWallet(getState())
    rememberConnection(storage, namespace, { ...now, caipNetworkId }, { keepsOthers: true, withAccounts })
    return true
  }
