/**
 * Production build of loader, shell, remotes and secure site into `dist`, then a signed release index: `node
 * scripts/build.mjs [--only <remote>] [--version <x.y.z>] [--out <folder>] [--origin <url>] [--unsigned]`. `--only`
 * builds nothing but that remote and leaves all other files unchanged; its version is added to the index, which is
 * signed again. Decisions in the index of `<folder>` are kept: channels and withdrawn shells.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildVersion } from '@portico/remote/buildVersion'
import { compile } from '@portico/remote/compile'
import { integrityOfFile, shortIntegrityOfFile } from '@portico/remote/integrity'
import { writeMessages } from '@portico/remote/messages'
import { pseudoLocales } from '@portico/remote/pseudoLocale'
import { refuseBadId } from '@portico/remote/remoteId'
import { evaluate } from '@portico/remote/staticHalf'
import { buildSecureSite } from '../services/secureFrame/build.mjs'
import { changeIndex, dropMissing, publish, refuseChange } from './build/changeIndex.mjs'
import { LOCAL, readDeployment } from './build/deployment.mjs'
import { filesOfIndex, findIndex, indexIn, releaseOf, writeReleaseIndex } from './build/releaseIndex.mjs'
import { publicKeysOf, readReleaseKeys } from './build/releaseKeys.mjs'
import { lastRoot, rootsOf } from './build/signedText.mjs'
import { SOURCES_FILE, sourcesHash } from './build/sources.mjs'
import { writeTypes } from './build/types.mjs'
import { isMain, runMain } from './main.mjs'
import { isRemoteThere, remotesIn } from './remotes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'))
const writeJson = (/** @type {string} */ path, /** @type {unknown} */ value) =>
  writeFileSync(path, `${JSON.stringify(value)}\n`)

const CONFIG = join(root, 'rspack.config.ts')

/**
 * All error sentences as messages, for languages other than English. Those with placeholders are for developers and
 * stay English.
 */
async function readErrorTexts() {
  const contracts = join(root, 'shared-contracts/src')
  /** @type {{ catalogue: Record<string, { message: string }> }} */
  const { catalogue } = await evaluate(join(contracts, 'errors.ts'))
  const parts = [
    'actingErrors',
    'bitcoinErrors',
    'disconnectErrors',
    'embeddedWallet/errorTexts',
    'pairingErrors',
    'releaseTrustErrors',
    'restrictionErrors',
  ]
  /** @type {Record<string, typeof catalogue>[]} */
  const errors = await Promise.all(parts.map((part) => evaluate(join(contracts, `${part}.ts`))))
  return Object.fromEntries(
    [catalogue, ...errors.flatMap((module) => Object.values(module))]
      .flatMap((texts) => Object.entries(texts))
      .filter(([, { message }]) => !message.includes('{'))
      .map(([code, { message }]) => [`error.${code}`, message]),
  )
}

const ROLES = /** @type {Record<string, string>} */ ({
  shell: 'shell',
  start: 'start',
  features: 'features',
  'chain-eip155': 'chain:eip155',
})

/**
 * The loader's texts before messages are loaded, in each language.
 * @param {string} folder the shell's, with the messages of every language except English
 * @param {string[]} locales English first
 */
async function firstTexts(folder, locales) {
  const { directionOf } = await evaluate(join(root, 'host/src/texts/i18n.ts'))
  // Pseudo-locales use English here, to save bytes that no visitor reads.
  const inEnglish = ['en', ...Object.keys(pseudoLocales({}))]
  return locales.map((locale) => {
    const file = inEnglish.includes(locale) ? 'host/messages/en.json' : join(folder, `messages/${locale}.json`)
    return { locale, dir: directionOf(locale), title: readJson(file)['host.title.connect'] }
  })
}

/** @param {ReturnType<typeof writeMessages>} messages */
const hashesOf = (messages) =>
  Object.fromEntries(Object.entries(messages).map(([locale, { integrity }]) => [locale, integrity]))

/** @param {string} out @param {string[] | import('./build/signedText.mjs').Role} releaseKeys whom the loader trusts */
async function buildShell(out, releaseKeys) {
  const { version } = readJson('host/package.json')
  const folder = join(out, 'host/shell', version)
  rmSync(folder, { recursive: true, force: true })
  const messages = writeMessages(join(root, 'host/messages'), folder)
  const deferred = writeMessages(join(root, 'host/deferredMessages'), join(folder, 'later'), await readErrorTexts())
  const messageHashes = { en: '', ...hashesOf(messages) }
  const laterMessageHashes = hashesOf(deferred)
  const constants = JSON.stringify({ releaseKeys, messageHashes, laterMessageHashes })
  const compilations = await compile(CONFIG, { out, constants })
  const files = compilations
    .flatMap(({ chunks }) => chunks)
    .flatMap(({ files, names }) =>
      files.map((file) => ({
        file,
        role: ROLES[names[0] ?? ''] ?? `chunk:${names[0] ?? file}`,
        integrity: integrityOfFile(join(folder, file)),
      })),
    )
  const texts = [
    ...Object.entries(messages).map(([locale, pinned]) => ({ ...pinned, role: `messages:${locale}` })),
    ...Object.entries(deferred).map(([locale, { file, integrity }]) => ({
      file: `later/${file}`,
      integrity,
      role: `laterMessages:${locale}`,
    })),
  ]
  const { version: contract } = readJson('shared-contracts/package.json')
  // Teams read from it which contract a deployed host offers.
  writeJson(join(folder, 'manifest.json'), { contract, files: [...files, ...texts] })
  /** @param {string} role */
  const pin = (role) => {
    const file = files.find((one) => one.role === role)?.file ?? ''
    return { url: `shell/${version}/${file}`, integrity: shortIntegrityOfFile(join(folder, file)) }
  }
  const locales = await firstTexts(folder, Object.keys(messageHashes))
  return { shell: { version, ...pin('shell') }, start: pin('start'), locales }
}

/** @param {string} id @throws Error if there is no such remote */
function needed(id) {
  refuseBadId(id)
  if (!isRemoteThere(root, id)) throw new Error(`There is no remote "${id}" under remotes/.`)
  return id
}

/** The version in its package.json. @param {string} id @returns {string} */
export function versionOf(id) {
  return readJson(`remotes/${needed(id)}/package.json`).version
}

/**
 * Builds a version in a temporary folder, and moves it into place if the live version is identical or there is none.
 * @param {string} id @param {string} out @param {string} version
 * @param {string[]} [indices] index files that list live versions
 * @throws Error if the version is live with different files
 */
export async function buildRemote(id, out, version, indices = [indexIn(out)]) {
  needed(id)
  const elsewhere = mkdtempSync(join(tmpdir(), 'portico-remote-'))
  try {
    const path = join('remotes', id, version)
    await buildVersion(join(root, 'remotes', id), id, version, join(elsewhere, path), root)
    const { integrity } = releaseOf(elsewhere, id, version)
    for (const index of indices.map(findIndex)) if (index) refuseChange(index, id, version, integrity)
    rmSync(join(out, path), { recursive: true, force: true })
    cpSync(join(elsewhere, path), join(out, path), { recursive: true })
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}

/** Empties the folder except for its index, whose decisions outlive even a failed build. @param {string} out */
function empty(out) {
  const kept = filesOfIndex(indexIn(out)).map((path) => ({ path, content: readFileSync(path) }))
  rmSync(out, { recursive: true, force: true })
  for (const { path, content } of kept) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}

/** @param {{ out?: string, deployment?: import('./build/deployment.mjs').Deployment }} [options] */
export async function buildAll({ out = join(root, 'dist'), deployment = LOCAL } = {}) {
  const keys = readReleaseKeys(deployment.audience)
  const sources = sourcesHash(root)
  empty(out)
  const trusted = lastRoot(rootsOf(indexIn(out)))?.roles.root
  const constants = await buildShell(out, trusted ?? publicKeysOf(keys))
  await compile(CONFIG, { only: 'loader', out, constants: JSON.stringify(constants) })
  await compile(CONFIG, { only: 'packages', out })
  writeTypes(root, join(out, 'host'))
  await buildSecureSite(join(out, 'secure-site'))
  for (const id of remotesIn(root)) await buildRemote(id, out, versionOf(id), [])
  const { remotes } = writeReleaseIndex({ dist: out, deployment })
  for (const [id, { channels }] of Object.entries(remotes)) {
    if (!channels.stable?.length) console.warn(`${id} has no version in stable: what was built had been rolled back.`)
  }
  writeFileSync(join(out, SOURCES_FILE), `${sources}\n`)
}

/** @param {string} id @param {string} version @param {string} out @param {import('./build/deployment.mjs').Deployment} [deployment] */
function addToIndex(id, version, out, deployment) {
  const path = indexIn(out)
  if (!existsSync(path)) return writeReleaseIndex({ dist: out, ...(deployment && { deployment }) })
  return changeIndex(
    path,
    (index) => {
      for (const gone of dropMissing(index, out)) console.log(`${gone} leaves the index: its folder has gone.`)
      if (!index.remotes[id]?.versions[version]) publish(index, id, version, out)
    },
    deployment,
  )
}

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      version: { type: 'string' },
      out: { type: 'string' },
      origin: { type: 'string' },
      unsigned: { type: 'boolean' },
    },
  })
  const { only } = values
  const before = Date.now()
  const out = resolve(values.out ?? join(root, 'dist'))
  const deployment = readDeployment({ ...process.env, ...(values.origin && { PORTICO_ORIGIN: values.origin }) })
  if (only) {
    const version = values.version ?? versionOf(only)
    await buildRemote(only, out, version)
    // A remote's build job has no keys; their holder signs.
    if (!values.unsigned) addToIndex(only, version, out, deployment)
  } else await buildAll({ out, ...(deployment && { deployment }) })
  console.log(`Built in ${((Date.now() - before) / 1000).toFixed(1)} s`)
}

if (isMain(import.meta.url)) runMain(main)
