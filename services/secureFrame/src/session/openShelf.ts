import { openTables, type SharedTable } from '../storage/openTables.ts'

/** What a session consists of, by name; all tabs of this browser on this site have the same. */
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
