import { fileURLToPath } from 'node:url'
import { canInstall, findCommand, install, isExecutable } from './debian.mjs'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Without `fonts-noto-core` Debian draws Arabic, Hebrew and most other scripts as empty boxes. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-core']

const ADVICE = 'Browser tests need Chromium: install it, or set CHROMIUM to the path of a Chromium or Chrome binary.'

/** The path of the Chromium that is there already, or undefined. */
export function findChromium() {
  const { CHROMIUM } = process.env
  if (CHROMIUM) return isExecutable(CHROMIUM) ? CHROMIUM : undefined
  return findCommand(COMMANDS)
}

/**
 * The path of a Chromium. On Debian as root it is installed when it is missing.
 * @param {(line: string) => void} [log] hears what is being done, or the one sentence that says what to do
 * @returns {string | undefined}
 */
export function ensureChromium(log = console.log) {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM || !canInstall()) {
    log(ADVICE)
    return undefined
  }
  const said = install(DEBIAN_PACKAGES, log)
  const chromium = findChromium()
  if (!chromium) log(`${ADVICE} apt-get said: ${said}`)
  return chromium
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = ensureChromium()
  if (path) console.log(path)
  else process.exitCode = 1
}
