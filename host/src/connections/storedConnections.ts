import type { Storage, Stored } from '../storage.ts'

export type StoredConnection = Stored<'connections'>[number]

export const storedConnections = (storage: Storage): readonly StoredConnection[] => storage.read('connections') ?? []

/** The storage entry is removed with the last connection, as it makes the loader start the modal at the next visit. */
export function storeConnections(storage: Storage, entries: readonly StoredConnection[]): void {
  if (entries.length) storage.write('connections', [...entries])
  else storage.remove('connections')
}

/** The entry to restore in each family when the page loads. */
export const storedActive = (storage: Storage): readonly StoredConnection[] =>
  storedConnections(storage).filter(({ isActive }) => isActive !== false)

/** Connections that have ended, the latest first. ProfileWallets lists them as recently connected. */
export const recentConnections = (storage: Storage): readonly StoredConnection[] =>
  storage.read('recentConnections') ?? []
