import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Without `fonts-noto-core` Debian draws Arabic, Hebrew and most other scripts as empty boxes. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-core']

const ADVICE = 'Browser tests need Chromium: install it, or set CHROMIUM to the path of a Chromium or Chrome binary.'

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Ubuntu has `apt-get` too, but its package `chromium` is a stub for a snap. */
function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** The path of the Chromium that is there already, or undefined. */
export function findChromium() {
  const { CHROMIUM, PATH = '' } = process.env
  if (CHROMIUM) return isExecutable(CHROMIUM) ? CHROMIUM : undefined
  return COMMANDS.flatMap((command) => PATH.split(delimiter).map((folder) => join(folder, command))).find(isExecutable)
}

/**
 * The path of a Chromium. On Debian as root it is installed when it is missing.
 * @param {(line: string) => void} [log] hears what is being done, or the one sentence that says what to do
 * @returns {string | undefined}
 */
export function ensureChromium(log = console.log) {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM || !isDebian() || process.getuid?.() !== 0) {
    log(ADVICE)
    return undefined
  }

  log(`Installing ${DEBIAN_PACKAGES.join(', ')} from the packages of Debian…`)
  const apt = (/** @type {string[]} */ ...options) =>
    spawnSync('apt-get', ['-qq', ...options], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  // A stale or unreachable list of one mirror does not matter as long as the packages can be had.
  apt('update')
  const installed = apt('install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES)
  const chromium = findChromium()
  if (!chromium) log(`${ADVICE} apt-get said: ${installed.stderr?.trim().split('\n').at(-1) ?? installed.error}`)
  return chromium
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = ensureChromium()
  if (path) console.log(path)
  else process.exitCode = 1
}
