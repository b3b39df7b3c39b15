import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliSize, REMOTE_LIMITS, scriptsOf } from '@portico/remote/sizes'
import { build } from 'esbuild'
import { isMain } from './main.mjs'
import { remotesInConnect } from './remotes.mjs'

/**
 * Prints the built files' sizes in brotli (quality 11) against the budgets, and fails if one is exceeded or a required
 * file is missing. 1 kB is 1000 bytes.
 *
 * @typedef {object} Row
 * @property {string} what
 * @property {number} [bytes] absent: not built yet, which is not a failure
 * @property {number} [limit] absent: informative only
 * @property {string} [missing] a required file that does not exist
 *
 * @typedef {object} Places
 * @property {string} dist the built files
 * @property {string} answers the services' answers: `config.json` and `wallets.json` (first four rows)
 * @property {(specifier: string) => Promise<Uint8Array>} bundle a contract entry, minified, without the host's shared
 *   modules
 *
 * @typedef {{ file: string, role: string }} ShellFile
 * @typedef {{ file: string }} Chunk
 * @typedef {{ id: string, entry: Chunk, expose: Chunk[], views: Record<string, Chunk[]>, messages: Record<string, Chunk> }} RemoteFiles
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** DESIGN, Budgets. @typedef {typeof LIMITS} Limits */
export const LIMITS = {
  // See decision 0042.
  loader: 3_200,
  elements: 3_000,
  signIn: 6_000,
  pressToList: 115_000,
  pressToListWithLogin: 120_000,
  remoteEntry: REMOTE_LIMITS.entry,
  viewChunk: REMOTE_LIMITS.viewChunk,
  chainUntilAccount: 15_000,
  chainFamily: 15_000,
  psbt: 4_000,
  contracts: 4_000,
  kit: 12_000,
}

/** The shell's chunk that draws login's fields and buttons. */
const LOGIN_CHUNK = 'connect-login'

class Missing extends Error {}

/** @param {string} file */
function read(file) {
  if (!existsSync(file)) throw new Missing(file)
  return readFileSync(file)
}

/** @param {string} file */
export const sizeOf = (file) => brotliSize(read(file))

/** @param {string[]} files */
const sum = (files) => files.reduce((total, file) => total + sizeOf(file), 0)

/** The biggest of several alternative files, such as languages. @param {string[]} files */
const biggest = (files) =>
  files.map((file) => ({ file, bytes: sizeOf(file) })).sort((a, b) => b.bytes - a.bytes)[0]?.file

/** Folders named after versions, oldest first. @param {string} folder */
function versionsIn(folder) {
  if (!existsSync(folder)) throw new Missing(folder)
  const versions = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((version) => join(folder, version))
}

/** @param {string} folder @returns {string} */
function newestIn(folder) {
  const newest = versionsIn(folder).at(-1)
  if (!newest) throw new Missing(join(folder, '<version>'))
  return newest
}

/** One row; a missing file makes it fail. @param {string} what @param {() => Omit<Row, 'what'>} weigh @returns {Row} */
function row(what, weigh) {
  try {
    return { what, ...weigh() }
  } catch (error) {
    if (error instanceof Missing) return { what, missing: error.message }
    throw error
  }
}

/** The shell's files by role. @param {string} dist */
function readShell(dist) {
  const folder = newestIn(join(dist, 'host', 'shell'))
  /** @type {{ files: ShellFile[] }} */
  const { files } = JSON.parse(read(join(folder, 'manifest.json')).toString())
  const withRole = (/** @type {(role: string) => boolean} */ fits) =>
    files.filter(({ role }) => fits(role)).map(({ file }) => join(folder, file))
  return {
    /** @param {string} role @param {string} [name] for the error if there is none */
    need(role, name = role) {
      const found = withRole((one) => one === role)
      if (found.length === 0) throw new Missing(join(folder, `<${name}>`))
      return found
    },
    chunks: files.flatMap(({ file, role }) =>
      role.startsWith('chunk:') ? [{ name: role.slice('chunk:'.length), file: join(folder, file) }] : [],
    ),
    messages: withRole((role) => role.startsWith('messages:')),
  }
}

/** The language with the largest messages before the list; English is in the shell. @param {string} dist */
export const heaviestLanguage = (dist) => basename(biggest(readShell(dist).messages) ?? 'en', '.json')

/**
 * The files loaded between the press and the painted list, in the heaviest language.
 * @param {Pick<Places, 'dist' | 'answers'>} places
 * @returns {string[]} files
 * @throws Error if there is no build, or a part of it is missing
 */
export function filesUntilList({ dist, answers }) {
  const { need, messages } = readShell(dist)
  const locale = biggest(messages)
  return [
    ...need('shell'),
    ...need('start'),
    join(dist, 'host', 'release-index.txt'),
    join(answers, 'config.json'),
    join(answers, 'wallets.json'),
    ...(locale ? [locale] : []),
  ]
}

/**
 * The additional files with e-mail and social login on. A chunk of the shell, the first file, draws their fields and
 * buttons from the index; the remotes only contribute their messages in the visitor's language, once the page is idle.
 * @param {string} dist
 * @returns {string[]} files
 * @throws Error if there is no build, or a part of it is missing
 */
export function filesOfLogin(dist) {
  const { need } = readShell(dist)
  const locales = remotesInConnect(dist).map((id) => {
    const { at, messages } = readRemote(dist, id)
    return biggest(Object.values(messages).map(({ file }) => join(at, file)))
  })
  return [...need(`chunk:${LOGIN_CHUNK}`, LOGIN_CHUNK), ...locales.filter((file) => file !== undefined)]
}

/** @param {string} dist */
function remoteIds(dist) {
  const folder = join(dist, 'remotes')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

/** @param {string} dist @param {string} id */
function readRemote(dist, id) {
  const at = newestIn(join(dist, 'remotes', id))
  /** @type {RemoteFiles} */
  const files = JSON.parse(read(join(at, 'static.json')).toString())
  return { at, ...files }
}

/** @param {string} dist */
const hasLogin = (dist) => remotesInConnect(dist).length > 0

/** The remotes' file lists with hashes. @param {string} dist */
export const listsOfLogin = (dist) => remotesInConnect(dist).map((id) => join(readRemote(dist, id).at, 'static.json'))

/** @param {Places} places @param {Limits} limits @returns {Row} */
function loginRow(places, limits) {
  const what = 'the same with e-mail and social login'
  if (!hasLogin(places.dist)) return { what, limit: limits.pressToListWithLogin }
  return row(what, () => ({
    bytes: sum([...filesUntilList(places), ...filesOfLogin(places.dist)]),
    limit: limits.pressToListWithLogin,
  }))
}

/** @param {string} dist @param {string} id @param {Limits} limits @returns {Row[]} */
function remoteRows(dist, id, limits) {
  /** @type {ReturnType<typeof scriptsOf>} */
  let chunks = []
  const entry = row(`${id}: entry`, () => {
    const { at, ...files } = readRemote(dist, id)
    const [first, ...others] = scriptsOf(files, { entry: limits.remoteEntry, viewChunk: limits.viewChunk }).map(
      (script) => ({
        ...script,
        file: join(at, script.file),
      }),
    )
    chunks = others
    return { bytes: sizeOf(first?.file ?? ''), limit: first?.limit }
  })
  return [
    entry,
    ...chunks.map(({ what, file, ...limit }) => row(`${id}: ${what}`, () => ({ bytes: sizeOf(file), ...limit }))),
  ]
}

/**
 * The shell's other chunks, loaded on demand: a chain family if configured, pairing on intent.
 * @param {string} dist @param {Limits} limits @returns {Row[]}
 */
function shellChunkRows(dist, limits) {
  let shell
  try {
    shell = readShell(dist)
  } catch {
    return [] // the shell's own rows report what is missing
  }
  return shell.chunks.map(({ name, file }) => {
    const limit = name.endsWith('-psbt') ? limits.psbt : name.startsWith('chain-') ? limits.chainFamily : undefined
    return row(`shell: ${name}`, () => ({ bytes: sizeOf(file), ...(limit && { limit }) }))
  })
}

/** @param {string} what @param {Promise<Uint8Array>} bundle @param {number} limit @returns {Promise<Row>} */
const contractRow = (what, bundle, limit) =>
  bundle.then(
    (content) => ({ what, bytes: brotliSize(content), limit }),
    (/** @type {Error} */ error) => ({ what, missing: error.message.split('\n')[0] }),
  )

/** @param {Places} places @param {Limits} [limits] @returns {Promise<Row[]>} */
export async function measure(places, limits = LIMITS) {
  const { dist, bundle } = places
  const host = (/** @type {string} */ file) => join(dist, 'host', file)
  return [
    row('loader, script tag', () => ({ bytes: sizeOf(host('portico.js')), limit: limits.loader })),
    row('loader, module', () => ({ bytes: sizeOf(host('portico.mjs')), limit: limits.loader })),
    row('custom elements', () => ({ bytes: sizeOf(host('elements.mjs')), limit: limits.elements })),
    ...['siwx.mjs', 'siwx-hosted.mjs'].map((file) =>
      row(`signing in (${file})`, () => ({ bytes: sizeOf(host(file)), limit: limits.signIn })),
    ),
    row('press to painted list', () => ({ bytes: sum(filesUntilList(places)), limit: limits.pressToList })),
    loginRow(places, limits),
    // Needed only for languages other than English, after the list; the design sets no limit.
    ...(hasLogin(dist)
      ? [row('where the words of both stand, when idle after an open', () => ({ bytes: sum(listsOfLogin(dist)) }))]
      : []),
    // Loaded when the page is idle after an open, so it delays nothing; the design sets no limit.
    row('features, when idle after an open', () => ({ bytes: sum(readShell(dist).need('features')) })),
    row('chain code until an EVM account shows', () => ({
      bytes: sum(readShell(dist).need('chain:eip155')),
      limit: limits.chainUntilAccount,
    })),
    ...shellChunkRows(dist, limits),
    await contractRow('shared: contracts', bundle('@portico/contracts'), limits.contracts),
    await contractRow('shared: kit', bundle('@portico/contracts/ui'), limits.kit),
    ...remoteIds(dist).flatMap((id) => remoteRows(dist, id, limits)),
  ]
}

/** @param {Row} row */
export const isBroken = ({ missing, bytes = 0, limit }) =>
  missing !== undefined || (limit !== undefined && bytes > limit)

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(3)} kB`

/** @param {readonly Row[]} rows */
export function table(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length)) + 2
  return rows.map((row) => {
    const { what, bytes, limit, missing } = row
    const value = missing ? `missing: ${missing}` : bytes === undefined ? 'not built yet' : kB(bytes).padStart(11)
    const most = limit === undefined ? '' : `  of ${kB(limit)}`
    return `${isBroken(row) ? '✗' : ' '} ${what.padEnd(width)}${value}${missing ? '' : most}`
  })
}

/** Modules that the host shares with every remote, and that are only in the host's bundle. */
const SHARED = /^(react|react-dom|react-redux|@reduxjs\/toolkit)(\/|$)|^@portico\/contracts$/

/** @param {string} specifier */
async function bundleContract(specifier) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${specifier}'`, resolveDir: join(ROOT, 'tests') },
    plugins: [
      {
        name: 'shared',
        // esbuild's own `external` would treat `@portico/contracts/ui` as part of `@portico/contracts`.
        setup: ({ onResolve }) =>
          onResolve({ filter: SHARED }, ({ path }) => (path === specifier ? undefined : { path, external: true })),
      },
    ],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: join(ROOT, 'dist'),
    write: false,
    logLevel: 'silent',
  })
  return Buffer.concat(outputFiles.map(({ contents }) => contents))
}

async function main() {
  const rows = await measure({
    dist: join(ROOT, 'dist'),
    answers: join(ROOT, 'tests', 'architecture', 'answers'),
    bundle: bundleContract,
  })
  const broken = rows.filter(isBroken)
  console.log([...table(rows), ''].join('\n'))
  console.log(broken.length === 0 ? 'Every budget is kept.' : `${broken.length} of ${rows.length} budgets are broken.`)
  process.exitCode = broken.length === 0 ? 0 : 1
}

if (isMain(import.meta.url)) main()
