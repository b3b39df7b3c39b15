import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CACHE = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache', 'fixtures')

const FILES = ['package.json', 'package-lock.json']

/** The human-readable line of npm's error. */
const NPM_REASON = /^npm error (?!code |errno |syscall )(.+)$/m

/** Running installs, shared by concurrent callers. @type {Map<string, Promise<string>>} */
const installing = new Map()

/**
 * Installs packages that are too heavy for the regular `npm install`, on first use, from a `package.json` and its
 * lockfile. The packages are not a workspace, and go into an ignored folder.
 * @param {string} source the folder with both files
 * @param {{ signal?: AbortSignal, cache?: string }} [options]
 * @returns {Promise<string>} the folder that has `node_modules`
 * @throws Error with npm's last output
 */
export function installFixture(source, { signal, cache = CACHE } = {}) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of FILES) hash.update(readFileSync(join(source, file)))
  const { name } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const folder = join(cache, `${basename(name)}-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return Promise.resolve(folder)

  const running = installing.get(folder) ?? install(source, folder, signal).finally(() => installing.delete(folder))
  installing.set(folder, running)
  return running
}

/** @param {string} source @param {string} folder @param {AbortSignal} [signal] */
async function install(source, folder, signal) {
  // Several processes may do this at once: the first to finish renames its folder into place.
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    for (const file of FILES) copyFileSync(join(source, file), join(draft, file))
    await npmInstall(draft, signal)
    if (!existsSync(folder)) renameSync(draft, folder)
    return folder
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {AbortSignal} [signal] */
async function npmInstall(folder, signal) {
  const { npm_execpath: npm } = process.env
  const [command, ...script] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const options = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  try {
    await promisify(execFile)(command, [...script, ...options], { cwd: folder, signal })
  } catch (error) {
    const { stderr, message } = /** @type {Error & { stderr?: string }} */ (error)
    const said = stderr?.match(NPM_REASON)?.[1]
    throw new Error(`npm install failed: ${said ?? message}`)
  }
}
