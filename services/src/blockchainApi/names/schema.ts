import { type GeneratedAlways, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled } from '../../database/tables.ts'

/** The table of registered names. */
export interface NamesSchema {
  names: {
    /** The full name with the zone, in lower case. */
    name: string
    /** The coin type of ENSIP-11 as decimal digits, because it may be too large for `integer`. */
    coin_type: string
    /** EIP-55. */
    address: string
    registered_at: GeneratedAlways<Date>
  }
}

export const namesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('names')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .$call(filled('text', 'coin_type', 'address'))
      .addColumn('registered_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute()
    await db.schema.createIndex('names_by_address').on('names').columns(['address', 'registered_at']).execute()
  },
}
