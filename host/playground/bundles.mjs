import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'

const FOLDER = dirname(fileURLToPath(import.meta.url))

/** @typedef {{ code: Uint8Array, integrity: string }} Bundle */

/**
 * @param {Uint8Array} bytes
 * @returns {string} the value of an `integrity` attribute
 */
export const integrityOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * An imported style sheet becomes a constructed one, as in the builds of the host and the remotes.
 * @type {esbuild.Plugin}
 */
const constructedStyleSheets = {
  name: 'constructed-style-sheets',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return {
        contents: `const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(text)}); export default sheet`,
        watchFiles: [path],
      }
    })
  },
}

/**
 * Bundles the page's scripts in memory: each script on its first use, or on every use if `isFresh` is set.
 * @param {{ isFresh?: boolean }} [options]
 */
export function createBundles({ isFresh = false } = {}) {
  /** @type {Map<string, Promise<esbuild.BuildContext>>} */
  const contexts = new Map()
  /** @type {Map<string, Promise<Bundle>>} */
  const built = new Map()

  /** @param {string} name */
  async function build(name) {
    const context = contexts.get(name) ?? esbuild.context(settingsOf(name))
    contexts.set(name, context)
    const { outputFiles } = await (await context).rebuild()
    const code = outputFiles?.[0]?.contents ?? new Uint8Array()
    return { code, integrity: integrityOf(code) }
  }

  return {
    /**
     * @param {string} name the script's path in this folder without its ending, e.g. `fixtures/mainnet`
     * @returns {Promise<Bundle> | undefined} undefined when there is no such script
     */
    bundle(name) {
      if (!/^(fixtures\/)?[\w-]+$/.test(name) || !existsSync(join(FOLDER, `${name}.ts`))) return undefined
      const known = isFresh ? undefined : built.get(name)
      const bundle = known ?? build(name)
      built.set(name, bundle)
      return bundle
    },

    async dispose() {
      for (const context of contexts.values()) await (await context).dispose()
    },
  }
}

/**
 * @param {string} name
 * @returns {esbuild.BuildOptions}
 */
const settingsOf = (name) => ({
  entryPoints: [join(FOLDER, `${name}.ts`)],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: name.startsWith('fixtures/') ? 'playgroundFixture' : undefined,
  target: 'es2022',
  minify: true,
  logLevel: 'silent',
  plugins: [constructedStyleSheets],
})
