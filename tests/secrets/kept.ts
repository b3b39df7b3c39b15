import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

export interface Table {
  readonly name: string
  readonly rows: readonly Readonly<Record<string, string | null>>[]
}

/** Everything that one process wrote, line by line. */
export interface Log {
  readonly name: string
  readonly lines: readonly string[]
}

/** Data left behind by stopped services. */
export interface Kept {
  readonly logs: readonly Log[]
  readonly tables: readonly Table[]
  /** The database files, byte for byte: they still contain deleted and changed rows for a while. */
  readonly files: readonly { readonly name: string; readonly bytes: string }[]
  /** The keys with which the share stores seal. */
  readonly shareKeys: readonly string[]
}

interface Names {
  readonly table_name: string
  readonly columns: readonly string[]
}

/** Reads every column of every table as text, so that new tables are covered automatically. */
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

/** The relay's stored messages, as a table. */
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

const readLogs = (folder: string): Log[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .map((name) => ({ name, lines: readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean) }))

/** Whether the services' log contains a visitor's request. */
const hasRequests = ({ name, lines }: Log) =>
  name.startsWith('services-') && lines.some((line) => line.includes('"message":"request"'))

const SHARE_STORES = ['auth', 'recovery'] as const
const SHARE_KEYS = 'data-share-keys.json'

/** `<id>:<key>` of each store. */
const readShareKeys = (folder: string): string[] =>
  Object.values(JSON.parse(readFileSync(join(folder, SHARE_KEYS), 'utf8')) as Record<string, string>).map(
    (entry) => entry.split(':')[1] ?? '',
  )

/** @throws Error when the database is missing, because PGlite would create one */
async function readDatabase(data: string): Promise<Pick<Kept, 'tables' | 'files'>> {
  const folder = join(data, 'pglite')
  if (!existsSync(folder)) throw new Error(`There is no database in ${data}.`)
  const files = readFiles(folder).map(({ name, bytes }) => ({ name: join(basename(data), name), bytes }))
  return { files, tables: await readTables(folder) }
}

/**
 * @param folder where a stack has kept the logs of its parts (`*.log`), the data of its services (`data`) and, if the
 *   embedded wallet ran, the data of both share stores (`data-shares-*`)
 * @throws Error when something is missing: an empty search result would then prove nothing
 */
export async function readKept(folder: string): Promise<Kept> {
  const logs = readLogs(folder)
  if (!logs.some(hasRequests)) throw new Error(`There is no log with requests in ${folder}.`)
  const data = join(folder, 'data')
  const services = await readDatabase(data)
  if (!services.tables.some(({ name, rows }) => name === 'projects' && rows.length > 0)) {
    throw new Error(`There is no database with a project in ${data}.`)
  }
  const shareKeys = existsSync(join(folder, SHARE_KEYS)) ? readShareKeys(folder) : []
  const stores = shareKeys.length > 0 ? SHARE_STORES : []
  const shares = await Promise.all(stores.map((store) => readDatabase(join(folder, `data-shares-${store}`))))
  for (const [index, { tables }] of shares.entries()) {
    const owner = tables.find(({ name }) => name === 'share_store')?.rows[0]?.name
    if (owner !== stores[index]) throw new Error(`There is no database of the ${stores[index]} store in ${folder}.`)
  }
  const databases = [services, ...shares]
  return {
    logs,
    tables: [...databases.flatMap(({ tables }) => tables), ...readMessages(data)],
    files: databases.flatMap(({ files }) => files),
    shareKeys,
  }
}
