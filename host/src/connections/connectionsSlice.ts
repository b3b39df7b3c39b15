import type {
  ChainNamespace,
  Connection,
  ConnectionAccount,
  ConnectionsState,
  Connector,
  FamilyState,
  SerializedError,
} from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

const setFamily = (state: ConnectionsState, namespace: ChainNamespace, family: FamilyState): ConnectionsState => ({
  ...state,
  families: { ...state.families, [namespace]: family },
})

/** The only writer of connections (§4): connecting → connected, or back to disconnected with the reason. */
export const connectionsSlice = createSlice({
  name: 'connections',
  initialState: { connectors: {}, families: {} } as ConnectionsState,
  reducers: {
    connectorsFound: (
      state,
      { payload }: PayloadAction<{ namespace: ChainNamespace; connectors: readonly Connector[] }>,
    ): ConnectionsState => ({
      ...state,
      connectors: { ...state.connectors, [payload.namespace]: payload.connectors },
    }),
    /** A connection that is there stays until the other wallet has agreed. */
    connecting: (
      state,
      { payload: { namespace, connectorId } }: PayloadAction<{ namespace: ChainNamespace; connectorId: string }>,
    ): ConnectionsState => {
      const connection = state.families[namespace]?.connection
      return setFamily(state, namespace, { status: 'connecting', connectorId, ...(connection && { connection }) })
    },
    connected: (
      state,
      { payload }: PayloadAction<{ namespace: ChainNamespace; connection: Connection; isReconnect: boolean }>,
    ): ConnectionsState =>
      setFamily(state, payload.namespace, {
        status: 'connected',
        connectorId: payload.connection.connectorId,
        connection: payload.connection,
      }),
    connectFailed: (
      state,
      { payload: { namespace, error } }: PayloadAction<{ namespace: ChainNamespace; error: SerializedError }>,
    ): ConnectionsState => {
      const family = state.families[namespace]
      return setFamily(state, namespace, {
        ...family,
        status: family?.connection ? 'connected' : 'disconnected',
        error,
      })
    },
    disconnected: (state, { payload }: PayloadAction<{ namespace: ChainNamespace }>): ConnectionsState =>
      setFamily(state, payload.namespace, { status: 'disconnected' }),
    /** The wallet chose other accounts or another network. */
    connectionChanged: (
      state,
      {
        payload: { namespace, ...change },
      }: PayloadAction<{ namespace: ChainNamespace } & Partial<Pick<Connection, 'accounts' | 'caipNetworkId'>>>,
    ): ConnectionsState => {
      const family = state.families[namespace]
      if (!family?.connection) return state
      return setFamily(state, namespace, { ...family, connection: { ...family.connection, ...change } })
    },
  },
})

export const { connectorsFound, connecting, connected, connectFailed, disconnected, connectionChanged } =
  connectionsSlice.actions

/** §4, status of a connector: `connected` is the active one, `active` has a stored connection. */
export function statusOfConnector(
  family: FamilyState | undefined,
  connectorId: string,
  storedIds: readonly string[],
): 'connected' | 'active' | 'disconnected' {
  if (family?.connection?.connectorId === connectorId) return 'connected'
  return storedIds.includes(connectorId) ? 'active' : 'disconnected'
}

export const accountsOf = (addresses: readonly [string, ...string[]]): [ConnectionAccount, ...ConnectionAccount[]] => {
  const [first, ...rest] = addresses
  return [{ address: first }, ...rest.map((address) => ({ address }))]
}
