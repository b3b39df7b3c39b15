import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTar } from './readTar.mjs'

/**
 * Downloads wallet logos to where the wallet registry expects them: `node scripts/walletLogos.mjs [folder]`.
 *
 * They are in an Apache-2.0 package with 140 MB of other files, so it is not a dependency: only the tarball is
 * downloaded with npm and verified against its registry's hash, and only the logos named in
 * `services/data/wallets.json` are kept, with the license. They go into an ignored folder, never into the repository.
 */

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const LOGO_FOLDER = join(ROOT, '.cache', 'wallet-logos')

const PACKAGE = 'thirdweb@5.121.6'
/** `npm view thirdweb@5.121.6 dist.integrity` */
const INTEGRITY = 'sha512-tZuYoxazy8GJz59IX/NhpQ5u+DzC/vo9/3ZgqxY9pZPDlnH0QZY8oJOX2m7L2DmtzTCqa5YWD+x9Xj18EQDiyw=='

const LOGO = /^package\/dist\/esm\/wallets\/__generated__\/wallet\/([\w-]+(?:\.[\w-]+)*)\/image\.js$/
const LICENCE = 'package/LICENSE'
const DATA_URI = /"data:image\/webp;base64,([A-Za-z0-9+/]+={0,2})"/

/** Names the logos' package; written last, so that it marks a complete folder. */
const SOURCE = 'source.txt'

const FETCH_TIMEOUT_MS = 120_000

/**
 * @typedef {object} LogoOptions
 * @property {string} [folder] where the logos go
 * @property {readonly string[]} [names] wanted logos
 * @property {string} [integrity] of the tarball
 * @property {(into: string) => Promise<void>} [pack] puts the tarball into a folder
 */

/** The field `logo` of every wallet. */
function readNames() {
  /** @type {{ logo?: string }[]} */
  const wallets = JSON.parse(readFileSync(join(ROOT, 'services', 'data', 'wallets.json'), 'utf8'))
  return wallets.flatMap(({ logo }) => (logo ? [logo] : []))
}

/** @param {string} into */
async function npmPack(into) {
  const { npm_execpath: npm } = process.env
  const [command, ...script] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const options = ['pack', PACKAGE, '--loglevel=error', '--fetch-retries=1', '--pack-destination', into]
  const child = spawn(command, [...script, ...options], {
    cwd: into,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: FETCH_TIMEOUT_MS,
  })
  const end = () => child.kill()
  process.once('exit', end)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)).finally(
    () => process.off('exit', end),
  )
  if (status !== 0)
    throw new Error(`npm could not fetch ${PACKAGE} (${/npm error code (\S+)/.exec(said)?.[1] ?? status}).`)
}

/** @param {Buffer} tarball @param {string} expected */
function assertIntegrity(tarball, expected) {
  const hash = createHash('sha512').update(tarball).digest('base64')
  if (`sha512-${hash}` !== expected) throw new Error(`${PACKAGE} is not the file that it was.`)
}

/** @param {Buffer} content of a RIFF container */
const isWebp = (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'

/**
 * @param {Buffer} tarball @param {string} into @param {ReadonlySet<string>} names
 * @returns number of logos extracted
 */
async function extractLogos(tarball, into, names) {
  let count = 0
  const nameIn = (/** @type {string} */ path) => LOGO.exec(path)?.[1] ?? ''
  for await (const { path, content } of readTar(tarball, (path) => path === LICENCE || names.has(nameIn(path)))) {
    if (path === LICENCE) {
      writeFileSync(join(into, 'LICENSE'), content)
      continue
    }
    const logo = Buffer.from(DATA_URI.exec(content.toString('latin1'))?.[1] ?? '', 'base64')
    if (!isWebp(logo)) continue
    writeFileSync(join(into, `${nameIn(path)}.webp`), logo)
    count++
  }
  return count
}

/** @param {string} folder */
function isComplete(folder) {
  const source = join(folder, SOURCE)
  return existsSync(source) && readFileSync(source, 'utf8').startsWith(`${PACKAGE}\n`)
}

/**
 * Downloads the logos. The folder appears complete or not at all, even if interrupted.
 * @param {LogoOptions} [options]
 * @returns {Promise<number | undefined>} number of logos added; undefined if they were there already
 * @throws Error with one sentence if they are unavailable
 */
export async function fetchWalletLogos({
  folder = LOGO_FOLDER,
  names = readNames(),
  integrity = INTEGRITY,
  pack = npmPack,
} = {}) {
  if (isComplete(folder)) return undefined
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  const clean = () => rmSync(work, { recursive: true, force: true })
  process.once('exit', clean)
  try {
    await pack(work)
    const [packed] = readdirSync(work).filter((name) => name.endsWith('.tgz'))
    if (!packed) throw new Error('npm pack left no tarball behind.')
    const tarball = readFileSync(join(work, packed))
    assertIntegrity(tarball, integrity)
    const logos = join(work, 'logos')
    mkdirSync(logos)
    const count = await extractLogos(tarball, logos, new Set(names))
    writeFileSync(join(logos, SOURCE), `${PACKAGE}\n${integrity}\n${count} logos\n`)
    // Another copy of this script may have been faster.
    if (isComplete(folder)) return undefined
    rmSync(folder, { recursive: true, force: true })
    renameSync(logos, folder)
    return count
  } finally {
    process.off('exit', clean)
    clean()
  }
}

async function main() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  const count = await fetchWalletLogos({ folder: process.argv[2] })
  console.log(
    count === undefined ? 'The logos of wallets are there already.' : `Fetched the logos of ${count} wallets.`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(
      `Icons and monograms stand in for the logos of wallets: ${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = 1
  })
}
