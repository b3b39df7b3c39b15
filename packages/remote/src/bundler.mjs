import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { DefinePlugin, SubresourceIntegrityPlugin } from '@rspack/core'
import { bundlerRuntime } from './bundlerRuntime.mjs'

/** How a remote is bundled, and what it has in common with loader and shell (decision 0003). */

const require = createRequire(import.meta.url)

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

const SHARE_SCOPE = 'portico'
/** Where entries find the federation runtime, which is the host's: host/src/kernel/federation.ts. */
const FEDERATION_GLOBAL = '__portico_mf_2_9'
/** Ranges are written out: an inferred one is exact, and would make every remote refuse the shell's next patch. */
const SHARED = {
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
}
const shared = Object.fromEntries(
  Object.entries(SHARED).map(([name, requiredVersion]) => [
    name,
    // The shell provides; remotes never carry a copy.
    {
      singleton: true,
      strictVersion: true,
      requiredVersion,
      import: /** @type {const} */ (false),
      shareScope: SHARE_SCOPE,
    },
  ]),
)

/** How long a chunk is waited for. */
export const CHUNK_TIMEOUT_MS = 8_000

/**
 * The name of a version's container. It also separates what versions would share in a page: their chunks, and their
 * part of the federation.
 * @param {string} id @param {string} version
 */
export const containerOf = (id, version) => `portico_${id}_${version}`.replace(/\W/g, '_')

/**
 * What all parts have in common.
 * @param {{ name: string, uniqueName: string, context: string, isProduction: boolean }} part `context`: the folder to
 *   which its paths are relative
 * @returns {import('@rspack/core').Configuration}
 */
export const baseOf = ({ name, uniqueName, context, isProduction }) => ({
  name,
  context,
  mode: isProduction ? 'production' : 'development',
  target: ['web', 'es2022'],
  devtool: isProduction ? false : 'cheap-module-source-map',
  resolve: { extensions: ['.tsx', '.ts', '...'], alias: federationAlias },
  module: {
    parser: {
      'css/auto': { exportType: 'css-style-sheet' },
      // The ES module finds out at run time where it was served from.
      javascript: { importMeta: false },
    },
    rules: [
      {
        test: /@module-federation[\\/]runtime[\\/]rspack\.js$/,
        loader: fileURLToPath(new URL('containerLoader.mjs', import.meta.url)),
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

/** Pins chunks in the files that load them. @param {'sha256' | 'sha384'} hash */
export const pinChunks = (hash) => new SubresourceIntegrityPlugin({ hashFuncNames: [hash], enabled: true })

/** Replaces names in the code by values. @param {Record<string, unknown>} values */
export const define = (values) =>
  new DefinePlugin(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `(${JSON.stringify(value)})`])),
  )

/**
 * A version of a remote.
 * @param {{ context: string, folder: string, id: string, version: string, out: string, isProduction: boolean }} remote
 *   `context`: the project, relative to which modules are ordered; `folder`: the remote's own; `out`: for the version's
 *   files
 * @returns {import('@rspack/core').Configuration}
 */
export function remoteConfig({ context, folder, id, version, out, isProduction }) {
  const container = containerOf(id, version)
  const base = baseOf({ name: id, uniqueName: container, context, isProduction })
  return {
    ...base,
    entry: {},
    output: { ...base.output, path: out },
    externals: { [federationRuntime]: `global ${FEDERATION_GLOBAL}` },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: 'remoteEntry.js',
        library: { type: 'global', name: container },
        shareScope: SHARE_SCOPE,
        exposes: { './remote': `./${join(relative(context, folder), 'src/remote.ts').replace(/\\/g, '/')}` },
        shared,
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        experiments: { optimization: { disableSnapshot: true, target: 'web', disableRemote: true } },
      }),
      define({ __VERSION__: version }),
      bundlerRuntime(CHUNK_TIMEOUT_MS),
      pinChunks('sha384'),
    ],
  }
}
