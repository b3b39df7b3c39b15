import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * @typedef {{ files: string[], names: string[], origins: { request?: string, module?: string }[] }} Chunk
 * @typedef {{ name: string, chunks: Chunk[] }} Compilation
 */

const require = createRequire(import.meta.url)
const rspack = join(dirname(require.resolve('@rspack/cli/package.json')), 'bin/rspack.js')

/**
 * Runs the bundler on `rspack.config.ts` and returns its output.
 * @param {Record<string, string>} env @param {string} root @returns {Promise<Compilation[]>}
 */
export async function compile(env, root) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-build-'))
  const stats = join(folder, 'stats.json')
  const flags = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  try {
    const child = spawn(process.execPath, [rspack, 'build', '--mode', 'production', '--json', stats, ...flags], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [code] = await once(child, 'close')
    const result = JSON.parse(readFileSync(stats, 'utf8'))
    /** @type {(Compilation & { errors?: { message: string }[] })[]} */
    const compilations = result.children ?? [result]
    const errors = compilations.flatMap(({ errors = [] }) => errors.map(({ message }) => message))
    if (code !== 0 || errors.length) throw new Error(errors.join('\n') || `rspack: ${code}`)
    return compilations
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The name of a version's container. It also separates what versions would share in a page: their chunks, and their
 * part of the federation.
 * @param {string} id @param {string} version
 */
export const containerOf = (id, version) => `portico_${id}_${version}`.replace(/\W/g, '_')

/**
 * The files needed by an `import()`, apart from the entry.
 * @param {Compilation} compilation @param {(origin: { request?: string, module?: string }) => boolean} isIt
 */
export const filesOf = (compilation, isIt) =>
  compilation.chunks.filter((chunk) => chunk.origins.some(isIt)).flatMap((chunk) => chunk.files)
