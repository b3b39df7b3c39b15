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

/** The path of the first of these commands found on `PATH`. @param {readonly string[]} commands */
export function findCommand(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable)
}

/** Ubuntu has `apt-get` too, but its `chromium` package is a stub for a snap. */
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
 * Installs Debian packages.
 * @param {readonly string[]} packages
 * @param {(line: string) => void} log is called at the start
 * @returns {string} the last output of apt-get, in case it failed
 */
export function install(packages, log) {
  log(`Installing ${packages.join(', ')} from the packages of Debian…`)
  const apt = (/** @type {string[]} */ ...options) =>
    spawnSync('apt-get', ['-qq', ...options], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  // A stale or unreachable mirror list does not matter if the packages install.
  apt('update')
  const { stderr, error } = apt('install', '-y', '--no-install-recommends', ...packages)
  return stderr?.trim().split('\n').at(-1) ?? String(error)
}
