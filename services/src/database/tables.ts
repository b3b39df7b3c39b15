import type { CreateTableBuilder, Kysely } from 'kysely'

/** Adds columns that are never null: `table.$call(filled('text', 'name', 'address'))`. */
export const filled =
  (type: 'text' | 'uuid' | 'timestamptz' | 'jsonb', ...names: readonly string[]) =>
  <Table extends string>(table: CreateTableBuilder<Table, string>): CreateTableBuilder<Table, string> =>
    names.reduce((built, name) => built.addColumn(name, type, (column) => column.notNull()), table)

/** Creates a table whose rows belong to a project and are deleted with it. */
export const tableOfProject = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))

/** Creates a table whose rows belong to a wallet and are deleted with it. */
export const tableOfSubject = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('subject_id', 'uuid', (column) => column.notNull().references('login_subjects.id').onDelete('cascade'))
