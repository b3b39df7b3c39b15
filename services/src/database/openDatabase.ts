import type { Log } from '../log.ts'
import { migrate } from './migrate.ts'
import { type DatabaseOptions, type Opened, openTables } from './openTables.ts'
import type { Schema } from './schema.ts'

export { type DatabaseOptions, IN_MEMORY } from './openTables.ts'
export type Database = Opened<Schema>

/** Opens the database and migrates it to this release's schema. */
export const openDatabase = (options: DatabaseOptions, log: Log): Promise<Database> => openTables(options, log, migrate)
