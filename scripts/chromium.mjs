import { canInstall, findCommand, install, isExecutable } from './debian.mjs'
import { isMain } from './main.mjs'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The same engine without a window: a visit costs a fifth of the work of a full browser. */
const SHELL = 'chromium-headless-shell'

/** Without `fonts-noto-core` Debian draws Arabic, Hebrew and most other scripts as empty boxes. */
const FONTS = 'fonts-noto-core'

const ADVICE = 'Browser tests need Chromium: install it, or set CHROMIUM to the path of a Chromium or Chrome binary.'

/** The path of an installed Chromium, or undefined. */
export function findChromium() {
  const { CHROMIUM } = process.env
  if (CHROMIUM) return isExecutable(CHROMIUM) ? CHROMIUM : undefined
  return findCommand([...COMMANDS, SHELL])
}

/**
 * The path of a full Chromium, as visitors use, or else of its headless shell. On Debian as root, a missing Chromium is
 * installed.
 * @param {(line: string) => void} [log] receives progress, or one sentence that says what to do
 * @returns {string | undefined}
 */
export function ensureChromium(log = console.log) {
  const found = process.env.CHROMIUM ? findChromium() : findCommand(COMMANDS)
  if (found) return found
  if (process.env.CHROMIUM || !canInstall()) {
    const shell = findChromium()
    if (!shell) log(ADVICE)
    return shell
  }
  const said = install(['chromium', FONTS], log)
  const chromium = findChromium()
  if (!chromium) log(`${ADVICE} apt-get said: ${said}`)
  return chromium
}

let hasTriedShell = false

/**
 * The path of the Chromium for tests: the one that `CHROMIUM` names, or else the headless shell, or else any other. On
 * Debian as root, a missing shell is installed.
 * @param {(line: string) => void} [log] receives progress, or one sentence that says what to do
 * @returns {string | undefined}
 */
export function ensureTestChromium(log = console.log) {
  if (process.env.CHROMIUM) return ensureChromium(log)
  const shell = findCommand([SHELL])
  if (shell) return shell
  // Only once: without the package or a mirror, any other Chromium will do.
  if (canInstall() && !hasTriedShell) install([SHELL, FONTS], log)
  hasTriedShell = true
  return findCommand([SHELL]) ?? ensureChromium(log)
}

if (isMain(import.meta.url)) {
  const path = ensureChromium()
  if (path) console.log(path)
  else process.exitCode = 1
}
