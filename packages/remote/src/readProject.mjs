import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseBadId } from './remoteId.mjs'

/**
 * A remote's own repository, by its `package.json`.
 * @param {string} folder
 * @returns {{ id: string, version: string }}
 * @throws Error if it is no remote's folder
 */
export function readProject(folder) {
  const path = join(folder, 'package.json')
  const { portico, version } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  if (!portico?.id || !existsSync(join(folder, 'src/remote.ts'))) {
    throw new Error(
      `${folder} is not a remote: it needs a package.json with "portico": { "id": "…" }, and src/remote.ts.`,
    )
  }
  refuseBadId(portico.id)
  return { id: portico.id, version }
}
