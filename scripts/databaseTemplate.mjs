import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url))

/** Of the one that the services use: a dump is read by the version that has written it. */
function versionOfPGlite() {
  const manifest = new URL('../services/package.json', import.meta.url)
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  return dependencies['@electric-sql/pglite']
}

/**
 * An empty embedded database, from which every one that tests begin is copied (`services/src/database/template.ts`). Made
 * once, and kept in `.cache`.
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
  // Whole or not at all: another run may look for it meanwhile.
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
  renameSync(`${file}.${process.pid}`, file)
  return file
}
