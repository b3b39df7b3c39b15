import { fileURLToPath } from 'node:url'
import { runCommonJs } from '@portico/remote/runCommonJs'
import { buildSync } from 'esbuild'

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
  return runCommonJs(outputFiles[0]?.text ?? '', fileURLToPath(import.meta.url))
}
