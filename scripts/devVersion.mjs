import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Browsers cache the files of a version forever, so each build during development is a version of its own: the last
 * number is the time in milliseconds.
 */

const DEV_VERSION = /^\d+\.\d+\.\d{13}$/

/** @param {string} version of the remote's package.json @param {number} now */
export const devVersion = (version, now) => version.replace(/\d+$/, String(now))

/**
 * Removes what was built during development.
 * @param {string} dist @param {string} id @param {string} [kept] the version that stays
 */
export function removeDevVersions(dist, id, kept) {
  const folder = join(dist, 'remotes', id)
  if (!existsSync(folder)) return
  for (const version of readdirSync(folder)) {
    if (DEV_VERSION.test(version) && version !== kept) rmSync(join(folder, version), { recursive: true })
  }
}
