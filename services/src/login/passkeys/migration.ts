import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { filled, tableOfSubject } from '../../database/tables.ts'

export const passkeysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await tableOfSubject(db, 'login_passkeys')
      .$call(filled('text', 'credential_id', 'prf_salt', 'transports', 'sealed_share'))
      .addColumn('split_id', 'uuid', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'timestamptz', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_passkeys_key', ['subject_id', 'credential_id'])
      .execute()
  },
}
