import { nanoid } from '@reduxjs/toolkit'
import type { Storage, Stored } from '../storage.ts'

type Row = Stored<'login'>

/** What is kept of whoever is signed in (rules.md §3): one row, which every tab reads and hears of. */
export interface Login {
  read(): Row
  /** Another with each login: connections of one login begin and end together. Undefined: nobody is signed in. */
  id(): string | undefined
  /** Somebody has signed in, or is known better. A login that is there goes on unless `isNew`. */
  keep(row: Omit<Row, 'id'>, isNew: boolean): string
  change(row: Partial<Omit<Row, 'id'>>): void
  clear(): void
}

export function createLogin(storage: Storage): Login {
  const read = () => storage.read('login') ?? {}
  /** Without the entries that have no value: they would be nothing once they are text. */
  const write = (row: Row) =>
    storage.write('login', Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row)
  return {
    read,
    id: () => read().id,
    keep(row, isNew) {
      const before = read()
      const id = (isNew ? undefined : before.id) ?? nanoid()
      write({ smartAccountNetworks: before.smartAccountNetworks, ...row, id })
      return id
    },
    change: (row) => write({ ...read(), ...row }),
    clear: () => storage.remove('login'),
  }
}
