import {
  accountConnected,
  type CaipNetworkId,
  type ChainNamespace,
  type Connection,
  ModalError,
  type Network,
  selectAccount,
  selectConnectors,
  selectNetwork,
} from '@portico/contracts'
import { AUTH_ID } from '../embeddedWallet/types.ts'
import type { Storage } from '../storage.ts'
import type { RootState } from '../store.ts'
import { withAccountOfChoice } from './accountTypes.ts'
import { connected, isSameConnector } from './connectionsSlice.ts'
import { networkChosen } from './networksSlice.ts'
import { chosenOf, rememberConnection } from './rememberConnection.ts'
import { selectChoice } from './selectChoice.ts'
import { isMultiWallet, networkOf, type PlainThunk } from './situation.ts'
import { watchConnections } from './watchConnections.ts'

/** The network on which a family's wallet is asked to connect. @throws ModalError `network.notFound` */
export function networkFor(state: RootState, storage: Storage, namespace: ChainNamespace): Network {
  const network = networkOf(state, storage, namespace)
  if (!network) throw new ModalError('network.notFound', { details: { namespace } })
  return network
}

/** A connector id as the adapter spells it: ids are compared case-insensitively. */
export const knownConnectorId = (state: RootState, namespace: ChainNamespace, wanted: string): string =>
  selectConnectors(state, namespace).find(({ id }) => isSameConnector(id, wanted))?.id ?? wanted

/** Moves the page to a network. The next visit begins there if the site has the network. */
export const turnTo =
  (caipNetworkId: CaipNetworkId): PlainThunk<void> =>
  (dispatch, getState, { storage }) => {
    dispatch(networkChosen(caipNetworkId))
    const network = selectNetwork(getState(), caipNetworkId)
    const isWanted = network?.caipNetworkId === getState().networks.wantedId
    if (network) rememberNetwork(storage, network, isWanted)
  }

/** `isWanted`: the visitor or the site has asked for this network. */
export function rememberNetwork(storage: Storage, { chainNamespace, caipNetworkId }: Network, isWanted: boolean): void {
  storage.write('network', { caipNetworkId, ...(isWanted && { isWanted }) })
  storage.write('networks', { ...storage.read('networks'), [chainNamespace]: caipNetworkId })
}

interface Circumstances {
  /** Whether a stored connection was restored; the page then stays on its network. */
  readonly isReconnect?: boolean
  /** How the visitor reached the wallet (public-api.md §10). */
  readonly method?: 'browser' | 'email' | 'mobile' | 'qrcode'
  /** Set for all but the first of several connections begun together: only the first moves the page to its network. */
  readonly staysOnNetwork?: boolean
  /** The address to make active if there are several. */
  readonly chosen?: string | undefined
  /** Where the wallet was chosen; if absent, in the view that is open now. */
  readonly choice?: ReturnType<typeof selectChoice>
}

/** Establishes a family's new connection, whether it comes from a click, a pairing, or a stored entry. */
export const establish =
  (
    namespace: ChainNamespace,
    granted: Connection,
    { isReconnect = false, method, staysOnNetwork = isReconnect, chosen, choice }: Circumstances = {},
  ): PlainThunk<void> =>
  (dispatch, getState, services) => {
    const { storage, track } = services
    // Watching starts with the first connection, so that no connection goes unwatched.
    watchConnections({ dispatch, getState }, services)
    const origin = isReconnect ? { reconnect: true } : (choice ?? selectChoice(getState()))
    const { connectorId } = granted
    const before = isReconnect ? chosenOf(storage, { namespace, connectorId }) : undefined
    const connection = dispatch(withAccountOfChoice(namespace, granted, chosen ?? before))
    const isMulti = isMultiWallet(getState())
    dispatch(connected({ namespace, connection, keepsOthers: isMulti }))
    // Restoring keeps the other stored entries, which are checked when the list of wallets opens.
    rememberConnection(storage, namespace, connection, {
      keepsOthers: isMulti || isReconnect,
      withAccounts: isMulti,
      chosen,
    })
    if (!staysOnNetwork) dispatch(turnTo(connection.caipNetworkId))
    const account = selectAccount(getState(), namespace)
    if (!account) return
    dispatch(accountConnected({ account, isReconnect }))
    const connector = getState().connections.connectors[namespace]?.find(({ id }) => id === connectorId)
    track('CONNECT_SUCCESS', {
      method: method ?? (connectorId === AUTH_ID ? 'email' : 'browser'),
      name: connection.wallet?.name ?? connector?.name ?? '',
      ...origin,
    })
  }
