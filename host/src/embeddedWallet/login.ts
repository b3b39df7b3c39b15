import { nanoid } from '@reduxjs/toolkit'
import type { Storage, Stored } from '../storage.ts'

type Row = Stored<'login'>

export type Login = ReturnType<typeof createLogin>

/** The stored login (rules.md §3): a single row, which every tab reads and watches. */
export function createLogin(storage: Storage) {
  const read = (): Row => storage.read('login') ?? {}
  /** Omits entries without a value, because JSON would omit them too. */
  const write = (row: Row) =>
    storage.write('login', Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row)
  return {
    read,
    /** The login's id; undefined if no one is signed in. Connections with the same id begin and end together. */
    id: () => read().id,
    /** Stores a sign-in, or new details of an existing login. An existing login keeps its id unless `isNew`. */
    keep(row: Omit<Row, 'id'>, isNew: boolean): string {
      const before = read()
      const id = (isNew ? undefined : before.id) ?? nanoid()
      write({ smartAccountNetworks: before.smartAccountNetworks, ...row, id })
      return id
    },
    change: (row: Partial<Omit<Row, 'id'>>) => write({ ...read(), ...row }),
    clear: () => storage.remove('login'),
  }
}
