import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether `remotes/` has a remote with this id. @param {string} root @param {string} id */
export const isRemoteThere = (root, id) => existsSync(join(root, 'remotes', id, 'src/remote.ts'))

/** The ids of all remotes in `remotes/`, in alphabetical order. @param {string} root @returns {string[]} */
export const remotesIn = (root) =>
  existsSync(join(root, 'remotes'))
    ? readdirSync(join(root, 'remotes'))
        .filter((id) => isRemoteThere(root, id))
        .sort()
    : []

/**
 * The ids of the built remotes that draw something in the wallet list.
 * @param {string} dist
 * @returns {string[]}
 */
export function remotesInConnect(dist) {
  const folder = join(dist, 'remotes')
  const versions = (/** @type {string} */ id) =>
    readdirSync(join(folder, id)).map((version) => join(folder, id, version))
  const fillsConnect = (/** @type {string} */ at) => {
    const file = join(at, 'half.json')
    if (!existsSync(file)) return false
    return Object.keys(JSON.parse(readFileSync(file, 'utf8')).slots).some((slot) => slot.startsWith('connect.'))
  }
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .filter((id) => versions(id).some(fillsConnect))
    : []
}
