import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCAL_AUTH_SECRET } from '../../scripts/local.mjs'
import { findSecrets } from './findSecrets.ts'
import { readKept } from './kept.ts'

/**
 * `main.ts <folder>`: searches the data that a test run's stacks have kept there, one folder each. Exits with 1 when a
 * secret is found where it must not be, or when no data was kept.
 */
const [folder = ''] = process.argv.slice(2)
const adminToken = join(import.meta.dirname, '../../.portico/admin-token')
const secrets = [LOCAL_AUTH_SECRET, ...(existsSync(adminToken) ? [readFileSync(adminToken, 'utf8').trim()] : [])]

const stacks = existsSync(folder) ? readdirSync(folder) : []
const searched = await Promise.all(
  stacks.map(async (stack) => {
    const kept = await readKept(join(folder, stack))
    const rows = kept.tables.map((table) => table.rows.length).reduce((sum, count) => sum + count, 0)
    const lines = kept.logs.map((log) => log.lines.length).reduce((sum, count) => sum + count, 0)
    console.log(
      `${stack}: ${lines} lines of ${kept.logs.length} logs, ${rows} rows of ${kept.tables.length} tables, ${kept.files.length} files`,
    )
    return findSecrets(kept, secrets).map((sentence) => `${stack}: ${sentence}`)
  }),
)
const found = searched.flat()
for (const sentence of found.slice(0, 50)) console.log(sentence)
if (found.length > 50) console.log(`… and ${found.length - 50} more`)
if (stacks.length === 0) console.log(`Nothing was kept in ${folder}.`)
process.exitCode = found.length > 0 || stacks.length === 0 ? 1 : 0
