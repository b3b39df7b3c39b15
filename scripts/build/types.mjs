import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** The contract modules whose types are public. None needs a library. */
const CONTRACTS = [
  'caip',
  'chainAdapter',
  'connector',
  'errors',
  'hostState',
  'knownFeatureOptions',
  'network',
  'siwx',
  'socialProviders',
  'views',
]

/**
 * Dependencies of `CONTRACTS`, listed because the compiler omits modules that it first reaches by package name, and its
 * order is undefined.
 */
const BEHIND_CONTRACTS = [
  'actingErrors',
  'bitcoinErrors',
  'disconnectErrors',
  'embeddedWallet/errorTexts',
  'holdings',
  'limits',
  'pairingErrors',
  'payment',
  'releaseErrors',
  'releaseTrustErrors',
  'restrictionErrors',
  'swapRouter',
  'transactions',
]

/** The modules other than the loader's, and the sources of their types. */
const BESIDE = {
  siwx: 'packages/siwx/src/index.ts',
  'siwx-hosted': 'packages/siwx/src/hosted/index.ts',
  elements: 'packages/elements/src/index.ts',
}

const FLAGS =
  '--ignoreConfig --target es2022 --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler --strict --skipLibCheck --allowImportingTsExtensions --verbatimModuleSyntax --declaration --emitDeclarationOnly --types'

/**
 * Writes the declarations of the ES modules next to them: `portico.d.mts`, its dependencies, and so on. They import
 * nothing that a site would have to install.
 * @param {string} root
 * @param {string} to the folder of `portico.mjs`
 * @throws Error if the compiler reports an error, or the result would depend on the compiler's module order
 */
export function writeTypes(root, to) {
  const folder = join(to, 'types')
  rmSync(folder, { recursive: true, force: true })
  const contracts = [...CONTRACTS, ...BEHIND_CONTRACTS].map((name) => `shared-contracts/src/${name}`)
  const entries = [
    'host/src/site/publicApi.ts',
    'host/src/options/types.ts',
    ...Object.values(BESIDE),
    ...contracts.map((name) => `${name}.ts`),
  ]
  const result = spawnSync(
    process.execPath,
    [tsc, ...FLAGS.split(' '), 'node', '--rootDir', root, '--outDir', folder, ...entries],
    { cwd: root, encoding: 'utf8' },
  )
  if (result.status !== 0) throw new Error(`The declarations could not be made:\n${result.stdout}${result.stderr}`)

  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const isNamed = (/** @type {string} */ file) => contracts.some((name) => file === `${name}.d.ts`)
  const byChance = written.filter((file) => file.startsWith('shared-contracts/') && !isNamed(file))
  if (byChance.length > 0) throw new Error(`Name these in ${import.meta.filename}: ${byChance.join(', ')}`)

  const barrel = join(folder, 'contracts.d.ts')
  for (const file of written) {
    const path = join(folder, file)
    const toBarrel = relative(dirname(path), barrel)
      .replace(/\\/g, '/')
      .replace(/\.d\.ts$/, '.js')
    const text = readFileSync(path, 'utf8')
      .replace(/(from ['"])@portico\/contracts(['"])/g, `$1${toBarrel.startsWith('.') ? toBarrel : `./${toBarrel}`}$2`)
      .replace(/(from ['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2')
    writeFileSync(path, text)
  }
  writeFileSync(barrel, CONTRACTS.map((name) => `export type * from './shared-contracts/src/${name}.js'\n`).join(''))
  for (const [name, source] of Object.entries(BESIDE)) {
    writeFileSync(join(to, `${name}.d.mts`), `export * from './types/${source.replace(/\.ts$/, '.js')}'\n`)
  }
  writeFileSync(
    join(to, 'portico.d.mts'),
    `import type { PorticoOptions } from './types/host/src/options/types.js'
import type { PorticoModal } from './types/host/src/site/publicApi.js'
export type * from './types/host/src/options/types.js'
export type * from './types/host/src/site/publicApi.js'
/** Creates a modal: it returns at once and never throws. */
export declare const createModal: (options: PorticoOptions) => PorticoModal
`,
  )
}
