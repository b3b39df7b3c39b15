import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first command of the list that lies in a folder of `PATH`. @param {readonly string[]} commands */
export function findCommand(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable)
}

/** Ubuntu has `apt-get` too, but its package `chromium` is a stub for a snap. */
export function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Whether packages can be installed here: on Debian, as root. */
export const canInstall = () => isDebian() && process.getuid?.() === 0

/**
 * Installs packages of Debian.
 * @param {readonly string[]} packages
 * @param {(line: string) => void} log hears that it begins
 * @returns {string} the last that apt-get had to say, for when it has not helped
 */
export function install(packages, log) {
  log(`Installing ${packages.join(', ')} from the packages of Debian…`)
  const apt = (/** @type {string[]} */ ...options) =>
    spawnSync('apt-get', ['-qq', ...options], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  // A stale or unreachable list of one mirror does not matter as long as the packages can be had.
  apt('update')
  const { stderr, error } = apt('install', '-y', '--no-install-recommends', ...packages)
  return stderr?.trim().split('\n').at(-1) ?? String(error)
}
