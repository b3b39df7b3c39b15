import { openTables, type SharedTable } from '../storage/openTables.ts'

/** A table with sessions and key by name, which all tabs of this browser on this site share. */
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
