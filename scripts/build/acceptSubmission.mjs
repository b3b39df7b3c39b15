import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { integrityOf } from '@portico/remote/integrity'
import { isVersion, refuseBadId } from '@portico/remote/remoteId'
import { evaluate } from '@portico/remote/staticHalf'
import { promote, refuseChange } from './changeIndex.mjs'

/*
 * What a team outside of this repository has published: the operator checks it, and adds it to the signed index. The files
 * stay where the team has uploaded them.
 */

/**
 * @typedef {import('./changeIndex.mjs').Index} Index
 * @typedef {import('@portico/remote/publish').Submission} Submission
 * @typedef {import('@portico/contracts/services/laterReleases').RemoteFiles} RemoteFiles
 * @typedef {{ '~standard': { validate(value: unknown): { value?: unknown, issues?: readonly { message: string, path?: readonly { key: unknown }[] }[] } } }} Schema
 * @typedef {{ CONTRACT_VERSION: string, satisfies: (version: string, range: string) => boolean }} Contract
 */

const PATIENCE_MS = 30_000

/** What the build makes of an icon: path data. */
const OUTLINE = /^M[MLHVCSQTAZ\d .,-]{1,2000}$/i

/**
 * @param {Schema | undefined} schema @param {unknown} value @param {string} what
 * @throws Error that names the first field that is wrong
 */
function check(schema, value, what) {
  const [issue] = schema?.['~standard'].validate(value).issues ?? []
  if (!issue) return
  const path = issue.path?.map(({ key }) => key).join('.')
  throw new Error(`${what}${path ? `, ${path}` : ''}: ${issue.message}`)
}

/** @param {string} url @param {string} integrity @returns {Promise<Buffer>} @throws Error if it is not there, or is another file */
async function fetchPinned(url, integrity) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error) => {
    throw new Error(`${url} cannot be reached: ${error.cause?.message ?? error.message}`)
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const content = Buffer.from(await response.arrayBuffer())
  if (integrityOf(content) !== integrity) throw new Error(`${url} has another hash than the submission says.`)
  return content
}

/** @param {string} text @param {string} what @returns {unknown} */
function parseJson(text, what) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${what} is not JSON.`)
  }
}

/**
 * @param {string} file @param {Schema | undefined} release the schema of an index's entry
 * @returns {Submission}
 * @throws Error with what is wrong
 */
function readSubmission(file, release) {
  if (!file || !existsSync(file)) throw new Error(`There is no file ${file}.`)
  const submission = /** @type {Submission} */ (parseJson(readFileSync(file, 'utf8'), file))
  check(release, submission, file)
  const { id, version, url, static: half } = submission
  refuseBadId(String(id))
  if (!isVersion(String(version))) throw new Error(`"${version}" is no version: it must be like 1.2.3.`)
  if (!URL.canParse(url) || !/^https?:.*\/$/.test(url)) {
    throw new Error(`${file}, url: it must be an address that ends with a slash, not "${url}".`)
  }
  const odd = Object.entries(half.icons ?? {}).find(([, outline]) => !OUTLINE.test(outline))
  if (odd) throw new Error(`${file}: the icon ${odd[0]} is not an outline.`)
  const foreign = Object.keys(half.messages).find((key) => !key.startsWith(`${id}.`))
  if (foreign) throw new Error(`${file}: the message ${foreign} does not belong to ${id}: keys begin with its id.`)
  return submission
}

/** @param {RemoteFiles} files every file of a version except `static.json` */
const pinsOf = ({ entry, expose, views, messages }) => [
  entry,
  ...expose,
  ...Object.values(views).flat(),
  ...Object.values(messages),
]

/**
 * Reads a submission and checks everything that it says with the files that are served.
 * @param {string} file @param {string} root of the project
 * @returns {Promise<Submission>}
 * @throws Error with what is wrong
 */
export async function checkSubmission(file, root) {
  const contracts = join(root, 'shared-contracts/src')
  /** @type {[Record<string, Schema>, Record<string, Schema>, Contract]} */
  const [index, later, contract] = await Promise.all([
    evaluate(join(contracts, 'services/releaseIndex.ts')),
    evaluate(join(contracts, 'services/laterReleases.ts')),
    evaluate(join(contracts, 'version.ts')),
  ])
  const submission = readSubmission(file, index.RemoteRelease)
  const { id, version, url, integrity, static: half } = submission
  if (!contract.satisfies(contract.CONTRACT_VERSION, submission.contract)) {
    throw new Error(`${id} ${version} needs the contract ${submission.contract}; this is ${contract.CONTRACT_VERSION}.`)
  }
  const at = `${url}static.json`
  const files = /** @type {RemoteFiles} */ (parseJson((await fetchPinned(at, integrity)).toString(), at))
  check(later.RemoteFiles, files, at)
  for (const field of /** @type {const} */ (['id', 'version', 'contract'])) {
    if (files[field] !== submission[field]) {
      throw new Error(`${at} says ${field} ${files[field]}, and the submission ${submission[field]}.`)
    }
  }
  const [built, named] = [files.views, half.views].map((views) => Object.keys(views).sort().join(', '))
  if (built !== named) throw new Error(`${at} has the views ${built}, and the submission ${named}.`)
  const pins = pinsOf(files)
  const outside = pins.find(({ file }) => new URL(file, url).href !== url + file || file.includes('..'))
  if (outside) throw new Error(`${at} names ${outside.file}, which is not beside it.`)
  await Promise.all(pins.map((pin) => fetchPinned(url + pin.file, pin.integrity)))
  return submission
}

/**
 * Adds a checked version to the index, first in a channel. An origin that the index does not name yet is added to it.
 * @param {Index} index @param {Submission} submission @param {string} channel
 * @returns {string | undefined} the origin that was added
 * @throws Error if the version is there with other files
 */
export function addSubmission(index, { id, version, contract, url, integrity, static: half }, channel) {
  refuseChange(index, id, version, integrity)
  const remote = index.remotes[id] ?? { channels: {}, versions: {} }
  index.remotes[id] = remote
  remote.versions[version] = { url, integrity, contract, static: half }
  promote(remote, version, channel)
  const { origin } = new URL(url)
  const { code = [], ...others } = index.origins ?? {}
  if (index.audience.includes(origin) || code.includes(origin)) return undefined
  index.origins = { ...others, code: [...code, origin] }
  return origin
}
