import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildVersion } from './buildVersion.mjs'
import { integrityOf, integrityOfFile } from './integrity.mjs'
import { readProject } from './readProject.mjs'
import { refuseHeavy } from './sizes.mjs'
import { evaluate } from './staticHalf.mjs'
import { CACHE_CONTROL } from './stores.mjs'

/**
 * What a team gives to the operator. Nothing is visible until the operator has signed it.
 * @typedef {object} Submission
 * @property {string} id
 * @property {string} version
 * @property {string} contract the range of contracts that it needs
 * @property {string} url of the version's files, with a slash at the end
 * @property {string} integrity of `static.json`, which pins every other file
 * @property {import('@portico/contracts/services/releaseIndex').StaticHalf} static
 */

/** The file that names all others. Its presence means that the upload is complete. */
const LAST = 'static.json'

/** @param {string} folder @returns {string[]} all files, `static.json` last */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replace(/\\/g, '/'),
    )
    .sort((one, other) => Number(one === LAST) - Number(other === LAST) || (one < other ? -1 : 1))

/** @param {string} folder */
const hashesOf = (folder) => filesOf(folder).map((file) => `${file} ${integrityOfFile(join(folder, file))}`)

/**
 * @param {string} folder the remote's own @param {string} range of contracts that it needs
 * @throws Error if the contract that it is built with is not in the range, so that what was tested is not what is promised
 */
export async function refuseContract(folder, range) {
  const contracts = createRequire(join(folder, 'package.json')).resolve('@portico/contracts')
  /** @type {{ CONTRACT_VERSION: string, satisfies: (version: string, range: string) => boolean }} */
  const { CONTRACT_VERSION, satisfies } = await evaluate(contracts)
  if (satisfies(CONTRACT_VERSION, range ?? '')) return
  throw new Error(
    `The peer dependency @portico/contracts is "${range}", which does not include the installed ${CONTRACT_VERSION}: write "^${CONTRACT_VERSION}" or one exact version.`,
  )
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const isSame = (one, other) => Buffer.from(one).equals(Buffer.from(other))

/**
 * Uploads what is not there yet. @param {import('./stores.mjs').Store} store @param {string} folder @param {string} to
 * @param {string} name of the version, for errors
 * @returns {Promise<number>} how many files it uploaded
 * @throws Error if a file is there with other bytes; then nothing has been uploaded
 */
async function upload(store, folder, to, name) {
  const files = filesOf(folder).map((file) => ({ path: `${to}/${file}`, content: readFileSync(join(folder, file)) }))
  const there = await Promise.all(files.map(({ path }) => store.read(path)))
  if (files.some(({ content }, index) => there[index] && !isSame(there[index], content))) {
    throw new Error(`${name} is published with other files, and a version never changes: give it a new version.`)
  }
  const missing = files.filter((_, index) => !there[index])
  for (const { path, content } of missing) await store.create(path, content)
  return missing.length
}

/**
 * Asks for a published file as a browser would.
 * @param {string} url @param {string} integrity
 * @throws Error with what is wrong with the address or its headers
 */
export async function checkServed(url, integrity) {
  const response = await fetch(url, { headers: { origin: 'https://wallet.example' } }).catch((error) => {
    throw new Error(`${url} cannot be reached: ${error.cause?.message ?? error.message}`)
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}. Is --url the address of the same files?`)
  if (integrityOf(Buffer.from(await response.arrayBuffer())) !== integrity) throw new Error(`${url} has other bytes.`)
  if (response.headers.get('access-control-allow-origin') !== '*') {
    throw new Error(`${url} cannot be read by pages of other origins: allow GET from "*" in the store's CORS rules.`)
  }
  if (!/\bimmutable\b/.test(response.headers.get('cache-control') ?? '')) {
    throw new Error(`${url} is served without "Cache-Control: ${CACHE_CONTROL}".`)
  }
}

/**
 * Builds a version twice, checks it, uploads its files and returns the submission for the operator.
 * @param {object} options
 * @param {string} options.folder the remote's own repository
 * @param {import('./stores.mjs').Store} options.store
 * @param {string} options.url where the store's files are served
 * @param {boolean} options.isServed whether the URL must answer now
 * @param {(line: string) => void} options.log
 * @returns {Promise<Submission>}
 * @throws Error with what is wrong; then nothing has been uploaded, except if the URL does not serve what was
 */
export async function publish({ folder, store, url, isServed, log }) {
  const { id, version } = readProject(folder)
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Error('--url must be the address at which the files are served.')
  const builds = mkdtempSync(join(tmpdir(), 'portico-publish-'))
  try {
    const [one, other] = [join(builds, 'one'), join(builds, 'other')]
    await Promise.all([one, other].map((out) => buildVersion(folder, id, version, out)))
    if (hashesOf(one).join() !== hashesOf(other).join()) {
      throw new Error(`Two builds of ${id} ${version} differ, so nobody could check its hash.`)
    }
    refuseHeavy(one)
    const { contract } = JSON.parse(readFileSync(join(one, LAST), 'utf8'))
    await refuseContract(folder, contract)
    const count = await upload(store, one, `${id}/${version}`, `${id} ${version}`)
    log(
      count > 0
        ? `Uploaded ${count} files to ${store.place}`
        : `${id} ${version} is there already, with the same files.`,
    )
    const at = `${url.replace(/\/$/, '')}/${id}/${version}/`
    const integrity = integrityOfFile(join(one, LAST))
    if (isServed) await checkServed(at + LAST, integrity)
    cpSync(one, join(folder, 'dist', id, version), { recursive: true })
    return {
      id,
      version,
      contract,
      url: at,
      integrity,
      static: JSON.parse(readFileSync(join(one, 'half.json'), 'utf8')),
    }
  } finally {
    rmSync(builds, { recursive: true, force: true })
  }
}
