import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { BannerPlugin, type Configuration, DefinePlugin, SubresourceIntegrityPlugin } from '@rspack/core'
import { bundlerRuntime } from './scripts/build/bundlerRuntime.mjs'
import { containerOf } from './scripts/build/compile.mjs'

/**
 * One factory for loader, shell and every remote (decision 0003). The loader carries the hash of the shell, so
 * `scripts/build.mjs` builds the shell first and hands what it found out over in `env`.
 */

const root = import.meta.dirname
const require = createRequire(import.meta.filename)

// The bundler resolves the federation runtime with `require`, that is to CommonJS, where neither tree shaking nor the
// size flags act: remote entries are 33 kB instead of 17.
const enhanced = [require.resolve('@module-federation/enhanced')]
const federationRuntime = require.resolve('@module-federation/webpack-bundler-runtime', { paths: enhanced })
const runtime = require.resolve('@module-federation/runtime/bundler', { paths: enhanced })
const federationAlias = {
  [federationRuntime]: federationRuntime.replace(/index\.cjs$/, 'bundler.js'),
  '@module-federation/runtime$': runtime,
  '@module-federation/runtime': runtime,
}

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

const remoteIds = readdirSync(resolve(root, 'remotes'))
  .filter((id) => existsSync(resolve(root, 'remotes', id, 'src/remote.ts')))
  .sort()

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

const SHARE_SCOPE = 'portico'
/** Where entries find the federation runtime, which is the host's: host/src/kernel/federation.ts. */
const FEDERATION_GLOBAL = '__portico_mf_2_9'
/** Ranges are written out: an inferred one is exact, and would make every remote refuse the shell's next patch. */
const shared = Object.fromEntries(
  Object.entries({
    react: '^19.0.0',
    'react/jsx-runtime': '^19.0.0',
    'react-dom': '^19.0.0',
    'react-dom/client': '^19.0.0',
    'react-redux': '^9.0.0',
    '@reduxjs/toolkit': '^2.0.0',
    '@portico/contracts': '^2.0.0',
    '@portico/contracts/ui': '^2.0.0',
    '@portico/contracts/money': '^2.0.0',
    '@portico/contracts/ui/forms': '^2.0.0',
    '@portico/contracts/ui/money': '^2.0.0',
    '@portico/contracts/preview': '^2.0.0',
    '@portico/contracts/ui/preview': '^2.0.0',
  }).map(([name, requiredVersion]) => [
    name,
    // The shell provides; remotes never carry a copy.
    { singleton: true, strictVersion: true, requiredVersion, import: false as const, shareScope: SHARE_SCOPE },
  ]),
)

/** The output of what is imported as an ES module. */
const esModule: Configuration['output'] = { module: true, library: { type: 'modern-module' } }

/** How long a chunk is waited for. */
const CHUNK_TIMEOUT_MS = 8_000

interface Env {
  /** Only this part: `host`, `loader`, `packages` or a remote's id. */
  readonly only?: string
  /** JSON of the constants that the first run has found out. */
  readonly constants?: string
  /** `id:version`: builds a remote at another version than its package.json says. */
  readonly bump?: string
  readonly out?: string
}

/** What all parts have in common. */
const baseOf = (name: string, uniqueName: string, isProduction: boolean): Configuration => ({
  name,
  context: root,
  mode: isProduction ? 'production' : 'development',
  target: ['web', 'es2022'],
  devtool: isProduction ? false : 'cheap-module-source-map',
  resolve: { extensions: ['.tsx', '.ts', '...'], alias: { ...federationAlias, ...pairingAlias } },
  module: {
    parser: {
      'css/auto': { exportType: 'css-style-sheet' },
      // The ES module finds out at run time where it was served from.
      javascript: { importMeta: false },
    },
    rules: [
      copiesForRemotes,
      noDrafts,
      {
        test: /@module-federation[\\/]runtime[\\/]rspack\.js$/,
        loader: resolve(root, 'scripts/build/containerLoader.mjs'),
      },
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          detectSyntax: 'auto',
          jsc: { transform: { react: { runtime: 'automatic', development: !isProduction } }, target: 'es2022' },
        },
        type: 'javascript/auto',
      },
      {
        test: /[\\/]@walletconnect[\\/][^\\/]+[\\/]dist[\\/].*\.js$/,
        loader: resolve(root, 'scripts/build/pairingLoader.mjs'),
        options: { buffer: standIn('smallBuffer'), recoverAddress: standIn('recoverAddress') },
      },
      {
        test: /\.css$/,
        // Minified here: a sheet ends up as text in a script, which the script's minifier leaves alone.
        loader: 'builtin:lightningcss-loader',
        options: { minify: isProduction, targets: 'chrome 111, firefox 113, safari 16.4' },
        type: 'css/auto',
      },
    ],
  },
  output: {
    uniqueName,
    publicPath: 'auto',
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: CHUNK_TIMEOUT_MS,
    trustedTypes: { policyName: 'portico' },
    filename: '[name].js',
    chunkFilename: '[contenthash].js',
  },
  // 'deterministic' ids hash module identifiers, and the federation runtime's contains absolute paths: two check-outs
  // would give different bytes.
  optimization: {
    // One file for each `import()`: a chunk that two share would be a request of its own.
    splitChunks: false,
    // Names of one letter between modules, counted: hashed ones are longer, and 1 kB more in the shell.
    ...(isProduction && {
      realContentHash: true,
      moduleIds: 'natural',
      chunkIds: 'natural',
      mangleExports: 'size',
    }),
  },
  performance: false,
  lazyCompilation: false,
  // The chunks' origins tell the build which file belongs to which view.
  stats: { all: false, errors: true, warnings: true, chunks: true, chunkOrigins: true, ids: true },
})

const integrity = (hash: 'sha256' | 'sha384') =>
  new SubresourceIntegrityPlugin({ hashFuncNames: [hash], enabled: true })
const define = (values: Record<string, unknown>) =>
  new DefinePlugin(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `(${JSON.stringify(value)})`])),
  )

export default (env: Env = {}, argv: { mode?: string } = {}): Configuration[] => {
  const isProduction = argv.mode !== 'development'
  const out = resolve(root, env.out ?? 'dist')
  const constants: Record<string, unknown> = JSON.parse(env.constants ?? '{}')

  const base = (name: string, uniqueName: string) => baseOf(name, uniqueName, isProduction)
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
        integrity('sha256'),
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

  const remote = (id: string): Configuration => {
    const manifest = readJson(`remotes/${id}/package.json`)
    const version = env.bump?.startsWith(`${id}:`) ? env.bump.slice(id.length + 1) : manifest.version
    const container = containerOf(id, version)
    const config = base(id, container)
    return {
      ...config,
      entry: {},
      output: { ...config.output, path: resolve(out, 'remotes', id, version) },
      externals: { [federationRuntime]: `global ${FEDERATION_GLOBAL}` },
      plugins: [
        new ModuleFederationPlugin({
          name: container,
          filename: 'remoteEntry.js',
          library: { type: 'global', name: container },
          shareScope: SHARE_SCOPE,
          exposes: { './remote': `./remotes/${id}/src/remote.ts` },
          shared,
          shareStrategy: 'loaded-first',
          dts: false,
          manifest: false,
          experiments: { optimization: { disableSnapshot: true, target: 'web', disableRemote: true } },
        }),
        define({ __VERSION__: version }),
        bundlerRuntime(CHUNK_TIMEOUT_MS),
        integrity('sha384'),
      ],
    }
  }

  if (env.only === 'loader') return [loader('script'), loader('module')]
  if (env.only === 'host') return [shell(), start()]
  if (env.only === 'packages') return [signIn('siwx'), signIn('siwx-hosted'), customElements()]
  if (env.only) return [remote(env.only)]
  return [shell(), ...remoteIds.map(remote)]
}
