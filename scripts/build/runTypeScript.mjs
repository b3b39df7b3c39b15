import { createRequire } from 'node:module'
import { buildSync } from 'esbuild'

const require = createRequire(import.meta.url)

/**
 * Runs the text of a CommonJS module and returns its exports.
 * @template T
 * @param {string} text @returns {T}
 */
export function runCommonJs(text) {
  const module = { exports: /** @type {T} */ ({}) }
  new Function('module', 'exports', 'require', text)(module, module.exports, require)
  return module.exports
}

/**
 * Bundles a TypeScript file for Node, runs it and returns its exports. Native modules are not bundled.
 * @template T
 * @param {string} entry @returns {T}
 */
export function runTypeScript(entry) {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    external: ['fs-native-extensions'],
  })
  return runCommonJs(outputFiles[0]?.text ?? '')
}
