import {
  accountConnected,
  type CaipNetworkId,
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  ModalError,
  type Network,
  selectAccount,
  selectActiveNetwork,
  selectConnectors,
  selectNetwork,
  selectNetworks,
} from '@portico/contracts'
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { AUTH_ID, type HostServices } from '../extra.ts'
import type { Storage } from '../storage.ts'
import type { RootState } from '../store.ts'
import { preferredAccountType, withPreferredFirst } from './accountTypes.ts'
import { connected, isSameConnector, withAccountFirst } from './connectionsSlice.ts'
import { networkChosen } from './networksSlice.ts'
import { selectChoice } from './selectChoice.ts'
import { chosenOf, rememberConnection } from './storedConnections.ts'

export type Thunk<T> = ThunkAction<Promise<T>, RootState, HostServices, UnknownAction>
export type PlainThunk<T> = ThunkAction<T, RootState, HostServices, UnknownAction>

/** @throws ModalError `adapter.missing` */
export function adapterOf({ adapters }: HostServices, namespace: ChainNamespace): ChainAdapter {
  const adapter = adapters[namespace]
  if (!adapter) throw new ModalError('adapter.missing', { details: { namespace } })
  return adapter
}

/** Where a family is: on the preferred network, the active one, the one that was chosen last in it, else its first one. */
export function networkOf(
  state: RootState,
  storage: Storage,
  namespace: ChainNamespace,
  preferredId?: string,
): Network | undefined {
  const networks = selectNetworks(state).filter(({ chainNamespace }) => chainNamespace === namespace)
  const wanted = [preferredId, selectActiveNetwork(state)?.caipNetworkId, storage.read('networks')?.[namespace]]
  return wanted.map((id) => networks.find(({ caipNetworkId }) => caipNetworkId === id)).find(Boolean) ?? networks[0]
}

/** Where a family's wallet is asked to connect. @throws ModalError `network.notFound` */
export function networkFor(state: RootState, storage: Storage, namespace: ChainNamespace): Network {
  const network = networkOf(state, storage, namespace)
  if (!network) throw new ModalError('network.notFound', { details: { namespace } })
  return network
}

/** The spelling of a connector's id that its adapter knows: ids are compared without regard to case. */
export const knownConnectorId = (state: RootState, namespace: ChainNamespace, wanted: string): string =>
  selectConnectors(state, namespace).find(({ id }) => isSameConnector(id, wanted))?.id ?? wanted

/** The page turns to a network. The next visit begins there, as far as it is one of the site's. */
export const turnTo =
  (caipNetworkId: CaipNetworkId): PlainThunk<void> =>
  (dispatch, getState, { storage }) => {
    dispatch(networkChosen(caipNetworkId))
    const network = selectNetwork(getState(), caipNetworkId)
    const isWanted = network?.caipNetworkId === getState().networks.wantedId
    if (network) rememberNetwork(storage, network, isWanted)
  }

/** `isWanted`: the visitor, or the site, has asked for it. */
export function rememberNetwork(storage: Storage, { chainNamespace, caipNetworkId }: Network, isWanted: boolean): void {
  storage.write('network', { caipNetworkId, ...(isWanted && { isWanted }) })
  storage.write('networks', { ...storage.read('networks'), [chainNamespace]: caipNetworkId })
}

/** Several wallets a family, as the operator has decided (§6). */
export const isMultiWallet = (state: RootState): boolean => state.project.features.multiWallet === true

interface Circumstances {
  /** A stored connection that was restored: the page stays where it is. */
  readonly isReconnect?: boolean
  /** How the visitor reached the wallet (public-api.md §10). */
  readonly method?: 'browser' | 'email' | 'mobile' | 'qrcode'
  /** One of several that begin together: only the first moves the page to its network. */
  readonly staysOnNetwork?: boolean
  /** The address that is to be the active one of several. */
  readonly chosen?: string | undefined
  /** Where the wallet was chosen; what the window shows now, when absent. */
  readonly choice?: ReturnType<typeof selectChoice>
}

/** The account that is the active one of a connection: the visitor's choice, else of the type that is preferred. */
export const withAccountOfChoice =
  (namespace: ChainNamespace, connection: Connection, chosen?: string): PlainThunk<Connection> =>
  (_, getState, { storage }) =>
    chosen !== undefined && connection.accounts.some(({ address }) => address === chosen)
      ? withAccountFirst(connection, chosen)
      : withPreferredFirst(connection, preferredAccountType(getState(), storage, namespace))

/** What follows whenever a family has got a connection: by a press, by a pairing, or by restoring a stored one. */
export const establish =
  (
    namespace: ChainNamespace,
    granted: Connection,
    { isReconnect = false, method, staysOnNetwork = isReconnect, chosen, choice }: Circumstances = {},
  ): PlainThunk<void> =>
  (dispatch, getState, { storage, track }) => {
    const told = isReconnect ? { reconnect: true } : (choice ?? selectChoice(getState()))
    const { connectorId } = granted
    const before = isReconnect ? chosenOf(storage, { namespace, connectorId }) : undefined
    const connection = dispatch(withAccountOfChoice(namespace, granted, chosen ?? before))
    const isMulti = isMultiWallet(getState())
    dispatch(connected({ namespace, connection, keepsOthers: isMulti }))
    // What else is stored is no matter of restoring: it is looked at when somebody asks.
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
      ...told,
    })
  }
