import { type ChainNamespace, type Connection, selectConnection, selectOtherConnections } from '@portico/contracts'
import type { RootState } from '../store.ts'

/** Every connection of a family, the active one first. */
export function liveConnections(state: RootState, namespace: ChainNamespace): readonly Connection[] {
  const active = selectConnection(state, namespace)
  return [...(active ? [active] : []), ...selectOtherConnections(state, namespace)]
}
