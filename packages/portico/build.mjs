import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the command into one file, `dist/portico.mjs`. `npm pack` runs it. */

const folder = dirname(fileURLToPath(import.meta.url))
await build({
  entryPoints: [join(folder, 'src/main.ts')],
  outfile: join(folder, 'dist/portico.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: { js: '#!/usr/bin/env node' },
  external: ['fs-native-extensions'],
  logLevel: 'error',
})
