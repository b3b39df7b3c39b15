import {
  type ChainNamespace,
  isModalError,
  ModalError,
  selectActiveNamespace,
  selectConnection,
  selectConnectors,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import { preferredAccountType } from '../connections/accountTypes.ts'
import { connect, endBy } from '../connections/connectionCode.ts'
import { isSameConnector } from '../connections/connectionsSlice.ts'
import { describeConnection } from '../connections/describeConnection.ts'
import { liveConnections } from '../connections/liveConnections.ts'
import { isMultiWallet } from '../connections/situation.ts'
import { recentConnections } from '../connections/storedConnections.ts'
import { alertOnce } from '../feedbackSlice.ts'
import type { HostServices } from '../hostServices.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { ShellStore } from '../store.ts'
import type { PorticoModal } from './publicApi.ts'
import { publishedConnection } from './publicSnapshot.ts'

export const siteCommands = () => loadPinned(() => import(/* webpackChunkName: "site" */ './siteCommands.ts'))

type Methods = Pick<
  PorticoModal,
  | 'connect'
  | 'deleteConnection'
  | 'getApprovedCaipNetworkIds'
  | 'getConnections'
  | 'getProviderType'
  | 'getPreferredAccountType'
  | 'getRecentConnections'
  | 'getUniversalProvider'
  | 'getWalletInfo'
  | 'getWalletProviderType'
  | 'setPreferredAccountType'
  | 'switchConnection'
>

/** The page's API for connections (public-api.md §6.3). */
export function createPublicConnections(store: ShellStore, services: HostServices): Methods {
  const state = () => store.getState()
  const activeFamily = () => selectActiveNamespace(state())

  /** If the feature is off, calls that need several wallets raise an alert and return nothing (rules.md §5). */
  function isAllowed(): boolean {
    if (isMultiWallet(state())) return true
    store.dispatch(alertOnce(new ModalError('multiWallet.disabled'), 'info'))
    return false
  }

  const typeOf = (namespace: ChainNamespace) => {
    const id = selectConnection(state(), namespace)?.connectorId
    return selectConnectors(state(), namespace).find((connector) => connector.id === id)?.type
  }

  return {
    async connect({ connectorId, namespace = activeFamily() }, { signal } = {}) {
      if (isSameConnector(connectorId, WALLET_CONNECT_ID))
        throw new ModalError('connection.connectorMissing', { details: { connectorId } })
      if (signal?.aborted) throw new ModalError('connection.modalClosed')
      try {
        const connection = await store.dispatch(connect({ namespace, connectorId }, { ...(signal && { signal }) }))
        return publishedConnection(namespace, connection)
      } catch (error) {
        throw isModalError(error) ? error : new ModalError('connection.failed', { cause: error })
      }
    },
    getConnections(namespace = activeFamily()) {
      return isAllowed()
        ? liveConnections(state(), namespace).map((connection) => publishedConnection(namespace, connection))
        : []
    },
    getRecentConnections(namespace = activeFamily()) {
      if (!isAllowed()) return []
      return recentConnections(services.storage)
        .filter((stored) => stored.namespace === namespace)
        .map(({ connectorId, caipNetworkId, accounts = [], walletName }) => ({
          namespace,
          connectorId,
          caipNetworkId,
          accounts,
          ...(walletName && { walletName }),
        }))
    },
    async switchConnection({ connectorId, namespace = activeFamily(), address }) {
      if (!isAllowed()) return
      const { switchConnection } = await siteCommands()
      await store.dispatch(switchConnection({ namespace, connectorId, ...(address !== undefined && { address }) }))
    },
    async deleteConnection({ connectorId, namespace = activeFamily() }) {
      if (!isAllowed()) return
      await store.dispatch(endBy(namespace, (code) => code.deleteConnection(namespace, connectorId)))
    },
    getPreferredAccountType: (namespace = activeFamily()) => preferredAccountType(state(), services.storage, namespace),
    setPreferredAccountType: (type, namespace = activeFamily()) =>
      void siteCommands()
        .then((commands) => store.dispatch(commands.setPreferredAccountType(type, namespace)))
        .catch((error) => store.dispatch(alertOnce(error))),
    getWalletInfo(namespace = activeFamily()) {
      const connection = selectConnection(state(), namespace)
      if (!connection) return undefined
      const { name, imageUrl } = describeConnection(state(), namespace, connection)
      return { name, ...(imageUrl && { icon: imageUrl }) }
    },
    getWalletProviderType: () => typeOf(activeFamily()),
    getProviderType: typeOf,
    getUniversalProvider: () => services.pairing?.client,
    getApprovedCaipNetworkIds: () => selectConnection(state(), activeFamily())?.approvedNetworkIds,
  }
}
