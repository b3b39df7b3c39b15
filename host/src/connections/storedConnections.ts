import type { Storage, Stored } from '../storage.ts'

export type StoredConnection = Stored<'connections'>[number]

export const storedConnections = (storage: Storage): readonly StoredConnection[] => storage.read('connections') ?? []

/** The one of each family that is restored when the page is loaded again. */
export const storedActive = (storage: Storage): readonly StoredConnection[] =>
  storedConnections(storage).filter(({ isActive }) => isActive !== false)

/** Connections that have ended, the last first: what ProfileWallets lists as recently connected. */
export const recentConnections = (storage: Storage): readonly StoredConnection[] =>
  storage.read('recentConnections') ?? []
