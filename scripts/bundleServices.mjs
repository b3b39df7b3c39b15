import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildSecureSite } from '../services/secureFrame/build.mjs'

/**
 * Collects everything the services need to run on plain Node: `node scripts/bundleServices.mjs <folder>` empties the
 * folder and fills it. Start `<folder>/main.mjs`, and for the embedded wallet `secureSite.mjs`, with its pages in
 * `secure-site`, and `shareStore.mjs` twice; unbundled packages are in `<folder>/node_modules`.
 */

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const SERVICES = join(ROOT, 'services')

/** Each entry is a separate process and shares no file with the others. */
const ENTRIES = { main: 'main.ts', secureSite: 'secureSite/main.ts', shareStore: 'shares/main.ts' }

/** Packages that load files next to their code, are loaded by name, or are CommonJS requiring Node modules. */
const EXTERNAL = [
  '@electric-sql/pglite',
  '@redis/client',
  '@web3icons/core',
  'fs-native-extensions',
  'pg',
  'rate-limiter-flexible',
  'ws',
]

/** Of the package's 81 MB, the only files that the services read. */
const ICONS = /^(package\.json|README\.md|dist(\/svgs(\/\w+(\/background(\/.+)?)?)?)?)$/

/** Not read at run time; `.bare` are native modules of another runtime. */
const NEVER_READ = /\.(map|d\.[cm]?ts|bare)$/

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest */

/**
 * Resolves a package as Node would.
 * @param {string} name
 * @param {string} from a folder
 * @returns {string | undefined}
 */
function findPackage(name, from) {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return from === ROOT || from === dirname(from) ? undefined : findPackage(name, dirname(from))
}

/**
 * The folders of packages and all their dependencies.
 * @param {readonly string[]} names @param {string} from @param {Set<string>} [found]
 * @throws Error if one is not installed
 */
function withDependencies(names, from, found = new Set()) {
  for (const name of names) {
    const folder = findPackage(name, from)
    if (!folder) throw new Error(`${name} is not installed: run npm install.`)
    if (found.has(folder)) continue
    found.add(folder)
    /** @type {Manifest} */
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    // The icons are plain files; the package's dependencies only draw them.
    const wanted = name === '@web3icons/core' ? [] : Object.keys(dependencies)
    withDependencies(
      wanted.filter((dependency) => !(dependency in optionalDependencies)),
      folder,
      found,
    )
  }
  return found
}

/**
 * Puts the dependencies of the services and of the repository into one folder next to `main.mjs`.
 * @param {string} folder
 */
const placeOf = (folder) => relative(folder.startsWith(SERVICES + sep) ? SERVICES : ROOT, folder)

/** @param {string} out a folder, which is emptied */
export async function bundleServices(out) {
  rmSync(out, { recursive: true, force: true })
  await build({
    entryPoints: Object.entries(ENTRIES).map(([name, script]) => ({ out: name, in: join(SERVICES, 'src', script) })),
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    // CommonJS packages `require` Node's modules, which ES modules lack. The bundler does not know the banner's names,
    // so they are unlikely ones.
    banner: {
      js: `import * as $nodeModule from 'node:module'; const require = $nodeModule.createRequire(import.meta.url);`,
    },
    external: EXTERNAL,
    logLevel: 'error',
  })
  await buildSecureSite(join(out, 'secure-site'))
  for (const folder of withDependencies(EXTERNAL, SERVICES)) {
    const areIcons = folder.endsWith(join('@web3icons', 'core'))
    cpSync(folder, join(out, placeOf(folder)), {
      recursive: true,
      dereference: true,
      filter(source) {
        const path = relative(folder, source).split(sep).join('/')
        // Nested packages that are needed are in the list themselves.
        return !/^node_modules(\/|$)/.test(path) && !NEVER_READ.test(path) && (!areIcons || !path || ICONS.test(path))
      },
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out] = process.argv.slice(2)
  if (out) await bundleServices(resolve(out))
  else {
    console.error('Which folder? node scripts/bundleServices.mjs <folder>')
    process.exitCode = 1
  }
}
