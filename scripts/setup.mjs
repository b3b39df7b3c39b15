import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain, runMain } from './main.mjs'

const PROJECT_FOLDER = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * @typedef {{ ok: boolean, output: string }} InstallResult
 * @typedef {{ folder?: string, install?: (folder: string) => InstallResult, log?: (line: string) => void }} SetupOptions
 * @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lockfile
 */

/**
 * Installs the dependencies if they are missing or `package-lock.json` has changed. Runs before anything is installed,
 * so it uses only Node and npm.
 * @param {SetupOptions} [options]
 * @throws Error with npm's output
 */
export function setup({ folder = PROJECT_FOLDER, install = npmInstall, log = console.log } = {}) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lockfile).digest('hex')
  const marker = join(folder, 'node_modules', '.portico-setup')
  if (contentOf(marker) === hash) return

  if (!isInstalled(folder, JSON.parse(lockfile))) {
    log('Installing dependencies…')
    const { ok, output } = install(folder)
    if (!ok) throw new Error(`npm install failed.\n${output}`)
  }
  writeFileSync(marker, hash)
}

/**
 * Whether npm's own record matches the lockfile, so that nothing is reinstalled after a manual `npm install`.
 * @param {string} folder @param {Lockfile} wanted
 */
function isInstalled(folder, wanted) {
  const record = contentOf(join(folder, 'node_modules', '.package-lock.json'))
  if (!record) return false
  const present = /** @type {Lockfile} */ (JSON.parse(record)).packages ?? {}
  return Object.entries(wanted.packages ?? {})
    .filter(([path, { optional }]) => path.includes('node_modules/') && !optional)
    .every(([path, { version, link }]) => present[path] && (link || present[path].version === version))
}

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Installs from the lockfile without changing it. `npm ci` is no alternative: it refuses a lockfile that lacks the
 * optional packages of other platforms, and a registry that carries only one platform cannot write a complete one.
 * @param {string} folder @returns {InstallResult}
 */
function npmInstall(folder) {
  const { npm_execpath: npm } = process.env
  const [command, ...script] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const options = ['install', '--no-save', '--no-audit', '--no-fund']
  const { status, stdout, stderr, error } = spawnSync(command, [...script, ...options], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { ok: status === 0, output: error ? error.message : `${stdout}${stderr}` }
}

if (isMain(import.meta.url)) runMain(setup)
