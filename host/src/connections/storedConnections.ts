import type { Storage, Stored } from '../storage.ts'

export type StoredConnection = Stored<'connections'>[number]

export const storedConnections = (storage: Storage): readonly StoredConnection[] => storage.read('connections') ?? []

/** The entry goes when the last connection does: its presence makes the loader start at the next visit. */
export function storeConnections(storage: Storage, entries: readonly StoredConnection[]): void {
  if (entries.length) storage.write('connections', [...entries])
  else storage.remove('connections')
}

/** The one of each family that is restored when the page is loaded again. */
export const storedActive = (storage: Storage): readonly StoredConnection[] =>
  storedConnections(storage).filter(({ isActive }) => isActive !== false)

/** Connections that have ended, the last first: what ProfileWallets lists as recently connected. */
export const recentConnections = (storage: Storage): readonly StoredConnection[] =>
  storage.read('recentConnections') ?? []
