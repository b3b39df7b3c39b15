import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

export interface Table {
  readonly name: string
  readonly rows: readonly Readonly<Record<string, string | null>>[]
}

/** What services have left behind when they have stopped. */
export interface Kept {
  /** Everything that they wrote, line by line. */
  readonly lines: readonly string[]
  readonly tables: readonly Table[]
  /** The files of the database, byte for byte: rows that were deleted or changed are in them for a while. */
  readonly files: readonly { readonly name: string; readonly bytes: string }[]
}

interface Names {
  readonly table_name: string
  readonly columns: readonly string[]
}

/** Every column as text, whatever it is: nobody has to think of a new table here. */
async function readTables(folder: string): Promise<Table[]> {
  const db = await PGlite.create(folder)
  try {
    const { rows: tables } = await db.query<Names>(
      `select table_name, array_agg(column_name::text) as columns from information_schema.columns
       where table_schema not in ('pg_catalog', 'information_schema') group by table_name order by table_name`,
    )
    const read: Table[] = []
    for (const { table_name: name, columns } of tables) {
      const quoted = columns.map((column) => `"${column}"::text as "${column}"`).join(', ')
      read.push({ name, rows: (await db.query<Table['rows'][number]>(`select ${quoted} from "${name}"`)).rows })
    }
    return read
  } finally {
    await db.close()
  }
}

const textOf = (value: unknown) => (typeof value === 'string' || value === null ? value : JSON.stringify(value))

/** What the relay writes down when it is stopped, as a table. */
function readMessages(data: string): Table[] {
  return readdirSync(data)
    .filter((file) => file.endsWith('.json'))
    .map((name) => {
      const rows = JSON.parse(readFileSync(join(data, name), 'utf8')) as Record<string, unknown>[]
      return {
        name,
        rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, textOf(value)]))),
      }
    })
}

const readFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ name: relative(folder, path), bytes: readFileSync(path, 'latin1') }))

/**
 * @param folder where a stack has kept what its services wrote (`services-*.log`), and their data (`data`)
 * @throws Error when something of it is missing: nothing found there would mean nothing
 */
export async function readKept(folder: string): Promise<Kept> {
  const lines = readdirSync(folder)
    .filter((file) => /^services-.*\.log$/.test(file))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter(Boolean)
  if (!lines.some((line) => line.includes('"message":"request"'))) {
    throw new Error(`There is no log with requests in ${folder}.`)
  }
  const data = join(folder, 'data')
  // PGlite would make one.
  if (!existsSync(join(data, 'pglite'))) throw new Error(`There is no database in ${data}.`)
  const files = readFiles(join(data, 'pglite'))
  const tables = [...(await readTables(join(data, 'pglite'))), ...readMessages(data)]
  if (!tables.some(({ name, rows }) => name === 'projects' && rows.length > 0)) {
    throw new Error(`There is no database with a project in ${data}.`)
  }
  return { lines, tables, files }
}
