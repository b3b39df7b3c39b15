import {
  type CaipNetworkId,
  type ChainNamespace,
  ModalError,
  selectActiveNetworkId,
  selectConnection,
  selectNetwork,
} from '@portico/contracts'
import { connectionChanged } from './connectionsSlice.ts'
import { adapterOf, type PlainThunk, type Thunk } from './establish.ts'
import { networkChosen } from './networksSlice.ts'

/**
 * Moves the active family to another network. A connected wallet is asked, and the network changes only once it has
 * confirmed; without a connection the page just goes there.
 * @throws ModalError `network.notFound` and what `ChainAdapter.switchNetwork` throws
 */
export const switchNetwork =
  (caipNetworkId: CaipNetworkId): Thunk<void> =>
  async (dispatch, getState, services) => {
    const network = selectNetwork(getState(), caipNetworkId)
    if (!network) throw new ModalError('network.notFound', { details: { caipNetworkId } })
    const namespace = network.chainNamespace
    const connection = selectConnection(getState(), namespace)
    if (connection && connection.caipNetworkId !== caipNetworkId) {
      const adapter = adapterOf(services, namespace)
      if (!adapter.switchNetwork) {
        throw new ModalError('chain.switchUnavailable', { details: { name: network.name } })
      }
      await adapter.switchNetwork(connection.connectorId, network)
      if (selectConnection(getState(), namespace)?.connectorId !== connection.connectorId) return
    }
    dispatch(networkSwitched(namespace, caipNetworkId))
    services.storage.write('network', { caipNetworkId })
    services.track('SWITCH_NETWORK', { network: caipNetworkId })
  }

const networkSwitched =
  (namespace: ChainNamespace, caipNetworkId: CaipNetworkId): PlainThunk<void> =>
  (dispatch, getState) => {
    if (selectConnection(getState(), namespace)) dispatch(connectionChanged({ namespace, caipNetworkId }))
    if (selectActiveNetworkId(getState()) !== caipNetworkId || getState().networks.chosenId !== caipNetworkId) {
      dispatch(networkChosen(caipNetworkId))
    }
  }
