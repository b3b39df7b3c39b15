import { openTables, type SharedTable } from '../storage/openTables.ts'

/** A table of sessions and the key, each stored under its name; all tabs of this browser on this site share it. */
export type Shelf = SharedTable<unknown>

/** @param window the window whose IndexedDB is used */
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
