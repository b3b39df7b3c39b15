import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
 * Runs the bundler in a process of its own and returns its output.
 * @param {string} config path of its configuration
 * @param {Record<string, string>} env what the configuration is called with
 * @returns {Promise<Compilation[]>}
 * @throws Error with the bundler's errors
 */
export async function compile(config, env) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-build-'))
  const stats = join(folder, 'stats.json')
  const flags = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  try {
    const child = spawn(
      process.execPath,
      [rspack, 'build', '--config', config, '--mode', 'production', '--json', stats, ...flags],
      { cwd: dirname(config), stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (part) => {
      said += part
    })
    const [code] = await once(child, 'close')
    if (!existsSync(stats)) throw new Error(said.trim() || `rspack: ${code}`)
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
 * The files needed by an `import()`, apart from the entry.
 * @param {Compilation} compilation @param {(origin: { request?: string, module?: string }) => boolean} isIt
 */
export const filesOf = (compilation, isIt) =>
  compilation.chunks.filter((chunk) => chunk.origins.some(isIt)).flatMap((chunk) => chunk.files)
