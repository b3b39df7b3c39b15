import { type ChainNamespace, type Connection, selectConnection, selectOtherConnections } from '@portico/contracts'
import type { RootState } from '../store.ts'
import { isSameConnector } from './connectionsSlice.ts'

/** Every connection of a family, the active one first. */
export function liveConnections(state: RootState, namespace: ChainNamespace): readonly Connection[] {
  const active = selectConnection(state, namespace)
  return [...(active ? [active] : []), ...selectOtherConnections(state, namespace)]
}

/** The connection of a connector, active or not. */
export const findLive = (state: RootState, namespace: ChainNamespace, connectorId: string): Connection | undefined =>
  liveConnections(state, namespace).find((live) => isSameConnector(live.connectorId, connectorId))
