import { openTables, type SharedTable } from '../storage/openTables.ts'

/** The parts of a session by name, shared by all tabs of this browser on this site. */
export type Shelf = SharedTable<unknown>

/** @param window whose IndexedDB it is */
export const openShelf = (window: object = globalThis): Shelf =>
  openTables<{ values: unknown }>(
    {
      name: 'portico-frame',
      version: 1,
      openLimitMs: 3_000,
      upgrade: (database) => void database.createObjectStore('values'),
    },
    window,
  )('values')
