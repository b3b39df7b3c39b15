import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { baseOf, CHUNK_TIMEOUT_MS, containerOf, define, pinChunks } from '@portico/remote/bundler'
import { bundlerRuntime } from '@portico/remote/bundlerRuntime'
import { BannerPlugin, type Configuration, DefinePlugin } from '@rspack/core'

/**
 * One factory for loader, shell and the packages beside them (decision 0003); `@portico/remote` builds the remotes. The
 * loader carries the hash of the shell, so `scripts/build.mjs` builds the shell first and hands what it found out over in
 * `env`.
 */

const root = import.meta.dirname
const require = createRequire(import.meta.filename)

const standIn = (name: string) => resolve(root, `host/src/pairing/standIns/${name}.ts`)
/** What the client of pairing brings along and does not need here (decision 0018). Never what encrypts. */
const pairingAlias = {
  '@walletconnect/logger$': standIn('silentLogger'),
  '@walletconnect/keyvaluestorage$': standIn('noKeyValueStorage'),
  '@msgpack/msgpack$': standIn('noMsgpack'),
  'cross-fetch$': standIn('nativeFetch'),
}

const readJson = (path: string) => JSON.parse(readFileSync(resolve(root, path), 'utf8'))
const host = readJson('host/package.json')
const siwx = readJson('packages/siwx/package.json')
const elements = readJson('packages/elements/package.json')

/**
 * Remotes get all of the toolkit and its hooks; the shell uses a part of them. A single module would put all of it into
 * the shell, which everyone waits for. So remotes share a second copy, in the chunk that loads before the first remote;
 * `install.ts`, which gives each remote its listeners, uses that copy too. The copies have no state between them: the
 * store is the shell's, and its context is one for the whole page.
 */
const copiesForRemotes = {
  test: /[\\/]kernel[\\/](federation|install)\.ts$/,
  resolve: {
    alias: {
      '@reduxjs/toolkit$': `${require.resolve('@reduxjs/toolkit').replace(/cjs.index\.js$/, 'redux-toolkit.modern.mjs')}?remotes`,
      'react-redux$': `${require.resolve('react-redux').replace(/cjs.index\.js$/, 'react-redux.mjs')}?remotes`,
    },
  },
}

/** The shell's own copy of the toolkit needs no drafts: host/src/kernel/noDrafts.ts says what is in their place. */
const noDrafts = {
  test: /[\\/]redux-toolkit\.modern\.mjs$/,
  resourceQuery: { not: [/remotes/] },
  resolve: { alias: { immer$: resolve(root, 'host/src/kernel/noDrafts.ts') } },
}

/** The output of what is imported as an ES module. */
const esModule: Configuration['output'] = { module: true, library: { type: 'modern-module' } }

interface Env {
  /** Only this part: `loader` or `packages`; otherwise the shell. */
  readonly only?: string
  /** JSON of the constants that the first run has found out. */
  readonly constants?: string
  readonly out?: string
}

/** Loader and shell: what all parts have in common, and what replaces a part of their libraries. */
const hostBaseOf = (name: string, uniqueName: string, isProduction: boolean): Configuration => {
  const base = baseOf({ name, uniqueName, context: root, isProduction })
  return {
    ...base,
    resolve: { ...base.resolve, alias: { ...base.resolve?.alias, ...pairingAlias } },
    module: {
      ...base.module,
      rules: [
        copiesForRemotes,
        noDrafts,
        ...(base.module?.rules ?? []),
        {
          test: /[\\/]@walletconnect[\\/][^\\/]+[\\/]dist[\\/].*\.js$/,
          loader: resolve(root, 'scripts/build/pairingLoader.mjs'),
          options: { buffer: standIn('smallBuffer'), recoverAddress: standIn('recoverAddress') },
        },
      ],
    },
  }
}

export default (env: Env = {}, argv: { mode?: string } = {}): Configuration[] => {
  const isProduction = argv.mode !== 'development'
  const out = resolve(root, env.out ?? 'dist')
  const constants: Record<string, unknown> = JSON.parse(env.constants ?? '{}')

  const base = (name: string, uniqueName: string) => hostBaseOf(name, uniqueName, isProduction)
  const shell = (): Configuration => {
    const config = base('host', containerOf('host', host.version))
    return {
      ...config,
      entry: { shell: './host/src/shell.ts' },
      // Every chunk's name and hash stand in the shell, and random bytes do not compress: short names, in a folder that
      // belongs to this version, and SHA-256, which is as good against another file in the place of this one.
      output: { ...config.output, path: resolve(out, 'host/shell', host.version), chunkFilename: '[contenthash:8].js' },
      plugins: [
        define({
          __SHELL_VERSION__: host.version,
          __MESSAGE_HASHES__: constants.messageHashes ?? { en: '' },
          __LATER_MESSAGE_HASHES__: constants.laterMessageHashes ?? {},
          __SHARED_VERSIONS__: host.dependencies,
          FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
          ENV_TARGET: 'web',
        }),
        // React looks for its developer tools by this name: without it the minifier takes out what serves only them.
        ...(isProduction ? [new DefinePlugin({ __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' })] : []),
        // Compiled while it arrives, beside the main thread, instead of function by function at the first call.
        new BannerPlugin({ banner: '//# allFunctionsCalledOnLoad', raw: true, entryOnly: true, stage: 5000 }),
        bundlerRuntime(CHUNK_TIMEOUT_MS),
        pinChunks('sha256'),
      ],
    }
  }

  const loader = (kind: 'script' | 'module'): Configuration => {
    const config = base(`loader-${kind}`, 'portico_loader')
    const isModule = kind === 'module'
    return {
      ...config,
      // It is imported on servers too, which have no style sheets: one is made of the text when the window is drawn.
      module: { ...config.module, parser: { ...config.module?.parser, 'css/auto': { exportType: 'text' } } },
      entry: { portico: `./host/src/loader/${kind}.ts` },
      output: {
        ...config.output,
        path: resolve(out, 'host'),
        filename: isModule ? '[name].mjs' : '[name].js',
        ...(isModule ? esModule : { module: false }),
      },
      plugins: [
        define({
          __START__: constants.start ?? { url: '', integrity: '' },
          __SHELL__: constants.shell ?? { version: '0.0.0', url: '', integrity: '' },
          __LOCALES__: constants.locales ?? [],
        }),
      ],
    }
  }

  /** What the loader fetches beside the shell: which one may run. It stands in the shell's folder. */
  const start = (): Configuration => {
    const config = base('start', 'portico_start')
    return {
      ...config,
      entry: { start: './host/src/loader/start.ts' },
      // It holds the keys, which may change without the shell: loaders that are out there go on asking for theirs.
      output: {
        ...config.output,
        path: resolve(out, 'host/shell', host.version),
        filename: '[name].[contenthash:8].js',
      },
      plugins: [define({ __RELEASE_KEYS__: constants.releaseKeys ?? [] })],
    }
  }

  /** Beside the loader's module, for sites without a bundler; the code of each chain family is fetched when it is needed. */
  const signIn = (name: 'siwx' | 'siwx-hosted'): Configuration => {
    const config = base(name, containerOf('siwx', siwx.version))
    const chunkFilename = `siwx/${siwx.version}/[contenthash].mjs`
    return {
      ...config,
      entry: { [name]: `./packages/siwx/src/${name === 'siwx' ? '' : 'hosted/'}index.ts` },
      output: {
        ...config.output,
        ...esModule,
        path: resolve(out, 'host'),
        // The bundler's runtime is a file of its own, which only chunks import.
        filename: ({ chunk }) => (chunk?.name === name ? '[name].mjs' : chunkFilename),
        chunkFilename,
      },
    }
  }

  const customElements = (): Configuration => {
    const config = base('elements', containerOf('elements', elements.version))
    return {
      ...config,
      entry: { elements: './packages/elements/src/index.ts' },
      output: { ...config.output, ...esModule, path: resolve(out, 'host'), filename: '[name].mjs' },
    }
  }

  if (env.only === 'loader') return [loader('script'), loader('module')]
  if (env.only === 'packages') return [signIn('siwx'), signIn('siwx-hosted'), customElements()]
  return [shell(), start()]
}
