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

/** Connector ids are compared case-insensitively (chains.md, pitfall 23). */
export const isSameConnector = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The connections beside the active one, without those of `connectorIds`, as a field, absent if none are left. */
function othersWithout(family: FamilyState | undefined, ...connectorIds: readonly string[]) {
  const others = family?.others?.filter(
    (connection) => !connectorIds.some((connectorId) => isSameConnector(connection.connectorId, connectorId)),
  )
  return others?.length ? { others } : {}
}

/** A family with these connections, the active first. A pending request or refusal stays, unless its wallet is gone. */
function familyOf([connection, ...others]: readonly Connection[], before?: FamilyState, gone?: string): FamilyState {
  const { status, connectorId, error } = before ?? {}
  const isPending = connectorId !== undefined && (gone === undefined || !isSameConnector(connectorId, gone))
  const pending = isPending && (status === 'connecting' || error) ? { connectorId, ...(error && { error }) } : undefined
  return {
    status: pending && status === 'connecting' ? 'connecting' : connection ? 'connected' : 'disconnected',
    ...(connection && { connectorId: connection.connectorId, connection }),
    ...(others.length && { others }),
    ...pending,
  }
}

type Change = Partial<Pick<Connection, 'accounts' | 'caipNetworkId' | 'approvedNetworkIds'>>

/** An action about one family. */
type FamilyAction<Details> = PayloadAction<{ namespace: ChainNamespace } & Details>

/** The only writer of connections (rules.md §4): connecting → connected, or back to disconnected with the reason. */
export const connectionsSlice = createSlice({
  name: 'connections',
  initialState: { connectors: {}, families: {} } as ConnectionsState,
  reducers: {
    connectorsFound: (state, { payload }: FamilyAction<{ connectors: readonly Connector[] }>): ConnectionsState => ({
      ...state,
      connectors: { ...state.connectors, [payload.namespace]: payload.connectors },
    }),
    /** An existing connection stays until the other wallet has agreed. */
    connecting: (state, { payload }: FamilyAction<{ connectorId: string }>): ConnectionsState => {
      const { namespace, connectorId } = payload
      const family = state.families[namespace]
      return setFamily(state, namespace, {
        status: 'connecting',
        connectorId,
        ...(family?.connection && { connection: family.connection }),
        ...othersWithout(family),
      })
    },
    /** Makes the connection the active one. `keepsOthers`: with several wallets, the earlier one stays beside it. */
    connected: (
      state,
      { payload }: FamilyAction<{ connection: Connection; keepsOthers?: boolean }>,
    ): ConnectionsState => {
      const { namespace, connection, keepsOthers } = payload
      const family = state.families[namespace]
      const before = [family?.connection, ...(family?.others ?? [])].filter((other) => other !== undefined)
      return setFamily(state, namespace, {
        status: 'connected',
        connectorId: connection.connectorId,
        connection,
        ...(keepsOthers && othersWithout({ status: 'connected', others: before }, connection.connectorId)),
      })
    },
    /** Adds a connection that its wallet still grants, beside the active one; without an active one, it becomes active. */
    connectionFound: (state, { payload }: FamilyAction<{ connection: Connection }>): ConnectionsState => {
      const { namespace, connection } = payload
      const family = state.families[namespace]
      if (family?.connection && isSameConnector(family.connection.connectorId, connection.connectorId)) return state
      const others = [...(othersWithout(family, connection.connectorId).others ?? []), connection]
      return setFamily(state, namespace, family?.connection ? { ...family, others } : familyOf(others, family))
    },
    connectFailed: (state, { payload }: FamilyAction<{ error: SerializedError }>): ConnectionsState => {
      const { namespace, error } = payload
      const family = state.families[namespace]
      return setFamily(state, namespace, {
        ...family,
        status: family?.connection ? 'connected' : 'disconnected',
        error,
      })
    },
    /** Ends a connection; without an id, the active one and any pending request. The next takes over (rules.md §4). */
    disconnected: (state, { payload }: FamilyAction<{ connectorId?: string }>): ConnectionsState => {
      const { namespace, connectorId } = payload
      const family = state.families[namespace]
      const gone = connectorId ?? family?.connection?.connectorId
      const left = [family?.connection, ...(family?.others ?? [])].filter(
        (one) => one !== undefined && (gone === undefined || !isSameConnector(one.connectorId, gone)),
      ) as Connection[]
      return setFamily(state, namespace, familyOf(left, connectorId === undefined ? undefined : family, gone))
    },
    /** The wallet has chosen other accounts or another network, or has changed what it approves. */
    connectionChanged: (state, { payload }: FamilyAction<{ connectorId?: string } & Change>): ConnectionsState => {
      const { namespace, connectorId, ...change } = payload
      const family = state.families[namespace]
      if (!family) return state
      const isMeant = (connection: Connection) =>
        connectorId === undefined || isSameConnector(connection.connectorId, connectorId)
      if (family.connection && isMeant(family.connection)) {
        return setFamily(state, namespace, { ...family, connection: { ...family.connection, ...change } })
      }
      if (connectorId === undefined || !family.others?.some(isMeant)) return state
      const others = family.others.map((other) => (isMeant(other) ? { ...other, ...change } : other))
      return setFamily(state, namespace, { ...family, others })
    },
  },
})

export const {
  connectorsFound,
  connecting,
  connected,
  connectionFound,
  connectFailed,
  disconnected,
  connectionChanged,
} = connectionsSlice.actions

/** rules.md §4: `connected` is the active connection; `active` is one beside it, or a stored one. */
export function statusOfConnector(
  family: FamilyState | undefined,
  connectorId: string,
  storedIds: readonly string[] = [],
): 'connected' | 'active' | 'disconnected' {
  if (family?.connection && isSameConnector(family.connection.connectorId, connectorId)) return 'connected'
  const known = [...(family?.others ?? []).map((other) => other.connectorId), ...storedIds]
  return known.some((id) => isSameConnector(id, connectorId)) ? 'active' : 'disconnected'
}

/** Puts the chosen account of a connection first; the others keep their order. */
export function withAccountFirst(connection: Connection, address: string): Connection {
  const chosen = connection.accounts.find((account) => account.address === address)
  if (!chosen || chosen === connection.accounts[0]) return connection
  const rest: ConnectionAccount[] = connection.accounts.filter((account) => account !== chosen)
  return { ...connection, accounts: [chosen, ...rest] }
}
