import { EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import { is } from 'valibot'
import { openTables, type Table } from '../storage/openTables.ts'

interface AccountSchema {
  /** Which of the two accounts the visitor prefers, keyed by the lower-case address of the key's own account. */
  readonly preferred: EmbeddedAccountType
  /** The id that encodes a sent batch, keyed by the page's origin and the page's own id for the batch. */
  readonly batches: string
}

export type AccountTable<Value> = Pick<Table<Value>, 'get' | 'set'>
export type AccountDatabase = { readonly [Name in keyof AccountSchema]: AccountTable<AccountSchema[Name]> }

/** Validates stored values; invalid ones count as missing. */
function reading<Value>(table: Table<Value>, isValue: (value: unknown) => boolean): AccountTable<Value> {
  return {
    async get(key) {
      const kept = await table.get(key)
      return isValue(kept) ? kept : undefined
    },
    set: table.set,
  }
}

export function openAccountDatabase(): AccountDatabase {
  const table = openTables<AccountSchema>({
    name: 'portico-accounts',
    version: 1,
    openLimitMs: 1_000,
    upgrade(db) {
      db.createObjectStore('preferred')
      db.createObjectStore('batches')
    },
  })
  return {
    preferred: reading(table('preferred'), (value) => is(EmbeddedAccountType, value)),
    batches: reading(table('batches'), (value) => typeof value === 'string'),
  }
}
