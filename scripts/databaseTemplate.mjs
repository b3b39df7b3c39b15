import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url))

/** The services' version: a dump can only be read by the version that wrote it. */
function versionOfPGlite() {
  const manifest = new URL('../services/package.json', import.meta.url)
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  return dependencies['@electric-sql/pglite']
}

/**
 * An empty embedded database that tests copy (`services/src/database/template.ts`). Created once, and kept in `.cache`.
 * @returns {Promise<string>} its path
 */
export async function ensureDatabaseTemplate() {
  const file = join(CACHE, `pglite-${versionOfPGlite()}.tar`)
  if (existsSync(file)) return file
  const { PGlite } = await import('@electric-sql/pglite')
  const db = await PGlite.create('memory://')
  const dump = await db.dumpDataDir('none')
  await db.close()
  mkdirSync(CACHE, { recursive: true })
  // Written atomically, because another run may be reading it.
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
  renameSync(`${file}.${process.pid}`, file)
  return file
}
