import type { ChainNamespace, Connection } from '@portico/contracts'
import type { Storage, Stored } from '../storage.ts'

export type StoredConnection = Stored<'connections'>[number]

export const storedConnections = (storage: Storage): readonly StoredConnection[] => storage.read('connections') ?? []

/** One connector a family: the one that is restored when the page is loaded again. */
export function rememberConnection(storage: Storage, namespace: ChainNamespace, connection: Connection): void {
  const { connectorId, caipNetworkId } = connection
  const others = storedConnections(storage).filter((stored) => stored.namespace !== namespace)
  storage.write('connections', [...others, { namespace, connectorId, caipNetworkId }])
}

/** The entry goes when the last connection does: its presence makes the loader start at the next visit. */
export function forgetConnection(storage: Storage, namespace: ChainNamespace): void {
  const others = storedConnections(storage).filter((stored) => stored.namespace !== namespace)
  if (others.length) storage.write('connections', others)
  else storage.remove('connections')
}
