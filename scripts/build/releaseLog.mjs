import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { integrityOf, integrityOfFile } from '@portico/remote/integrity'
import { isLocal } from './releaseKeys.mjs'
import { runTypeScript } from './runTypeScript.mjs'
import { readPairs } from './signedText.mjs'

/**
 * The log of everything that is signed, next to the release index: `log/` has its checkpoint and tiles, and
 * `release-index.proof` proves that the index is in it.
 *
 * @typedef {typeof import('@portico/log')} Log
 * @typedef {typeof import('@portico/log/node')} LogOnDisk
 * @typedef {import('@portico/log').LogEntry} LogEntry
 * @typedef {import('@portico/log/node').NoteSigner} NoteSigner
 * @typedef {Pick<import('./releaseIndex.mjs').Index, 'serial' | 'shells' | 'remotes'>} Logged
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEVELOPMENT = fileURLToPath(new URL('../keys/development-log.txt', import.meta.url))

const FOLDER = 'log'
const PROOF = 'release-index.proof'

/** @type {(Log & LogOnDisk) | undefined} */
let loaded
/** The package is TypeScript, so it is bundled when it is first used. @returns {Log & LogOnDisk} */
export function logPackage() {
  loaded ??= {
    .../** @type {Log} */ (runTypeScript(join(ROOT, 'packages/log/src/index.ts'))),
    .../** @type {LogOnDisk} */ (runTypeScript(join(ROOT, 'packages/log/src/node/index.ts'))),
  }
  return loaded
}

/**
 * The key that signs the log of a deployment: the one in the file PORTICO_LOG_KEY; for this machine, the development
 * key; otherwise none, and then there is no log.
 * @param {readonly string[]} origins where the host will be served
 * @param {string} [file]
 * @returns {NoteSigner | undefined}
 * @throws Error if the development key would sign for another machine
 */
function readLogKey(origins, file = process.env.PORTICO_LOG_KEY) {
  const elsewhere = origins.find((origin) => !isLocal(origin))
  if (!file && elsewhere) return undefined
  const { logKeyText, readSigner } = logPackage()
  const signer = readSigner(readFileSync(file || DEVELOPMENT, 'utf8'))
  const publicPart = (/** @type {NoteSigner} */ one) => logKeyText(one).split('+').at(-1)
  if (elsewhere && publicPart(signer) === publicPart(readSigner(readFileSync(DEVELOPMENT, 'utf8')))) {
    throw new Error(
      `The development log key cannot sign a log for ${elsewhere}: make your own with scripts/keys/generateLogKey.mjs and name the file in PORTICO_LOG_KEY.`,
    )
  }
  return signer
}

/**
 * The commit from which what is logged can be built again: PORTICO_COMMIT, or the checked out commit if nothing was
 * changed since.
 */
function commitNow() {
  if (process.env.PORTICO_COMMIT) return process.env.PORTICO_COMMIT
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    // Not a Git repository.
    return undefined
  }
}

/**
 * The entries of all releases of an index.
 * @param {Logged} index @returns {(LogEntry & { integrity: string })[]}
 */
const releasesOf = ({ shells, remotes }) => [
  ...shells
    .filter(({ revoked }) => !revoked)
    .map(({ version, integrity }) => ({ type: /** @type {const} */ ('shell'), version, integrity })),
  ...Object.entries(remotes).flatMap(([id, { versions }]) =>
    Object.entries(versions).map(([version, { integrity }]) => ({
      type: /** @type {const} */ ('release'),
      id,
      version,
      integrity,
    })),
  ),
]

/** The entries of the roots in an index. @param {string} served */
const rootsIn = (served) =>
  readPairs(served)
    .slice(0, -1)
    .map(({ signed }) => ({
      type: /** @type {const} */ ('root'),
      version: /** @type {number} */ (JSON.parse(signed).version),
      sha384: integrityOf(signed),
    }))

/** The files of the loader, which sites load and nothing else pins. */
const LOADER = ['portico.js', 'portico.mjs']

/** The entries of the loader next to an index, if it is there. @param {string} folder */
const loadersIn = (folder) =>
  LOADER.filter((file) => existsSync(join(folder, file))).map((file) => ({
    type: /** @type {const} */ ('loader'),
    file,
    integrity: integrityOfFile(join(folder, file)),
  }))

/**
 * The log next to an index, if there is one.
 * @param {readonly string[]} audience @param {string} folder of the index
 */
export function openReleaseLog(audience, folder) {
  const signer = readLogKey(audience)
  if (!signer) return undefined
  const { decodeEntry, encodeEntry, logKeyText, replaceFile, withLog } = logPackage()
  /** A release is in the log whatever its commit. @param {LogEntry} entry */
  const withoutCommit = (entry) => Buffer.from(encodeEntry({ ...entry, commit: undefined })).toString()
  return {
    /** How the index names its log. */
    named: { origin: signer.logKey.name, key: logKeyText(signer) },
    /**
     * Appends what the log does not have yet of the index and its releases, and writes the proof of the index.
     * @param {string} served the index as it will be served @param {Logged} index
     */
    add(served, index) {
      const entry = { type: /** @type {const} */ ('index'), serial: index.serial, sha384: integrityOf(served) }
      const proof = withLog(join(folder, FOLDER), signer, (log) => {
        const known = new Set(log.entries.map((bytes) => withoutCommit(decodeEntry(bytes))))
        const added = [...rootsIn(served), ...loadersIn(folder), ...releasesOf(index)].filter(
          (release) => !known.has(withoutCommit(release)),
        )
        const commit = added.length ? commitNow() : undefined
        log.append(
          added.map((release) => encodeEntry({ ...release, ...(commit && release.type !== 'root' && { commit }) })),
        )
        const bytes = Buffer.from(encodeEntry(entry))
        const at = log.entries.findIndex((one) => bytes.equals(one))
        if (at >= 0) return log.prove(at)
        log.append([bytes])
        return log.prove(log.size - 1)
      })
      replaceFile(join(folder, PROOF), proof)
    },
    /**
     * Adds the signatures of a cosigned checkpoint to the log and to the proof of the index.
     * @param {string} cosigned @param {string} served the index as it is served
     * @throws Error if the log does not have that index, or has another checkpoint by now
     */
    cosign(cosigned, served) {
      const { parseNote } = logPackage()
      const proof = withLog(join(folder, FOLDER), signer, (log) => {
        const hash = integrityOf(served)
        const at = log.entries.findLastIndex(
          (bytes) => /** @type {{ sha384?: string }} */ (decodeEntry(bytes)).sha384 === hash,
        )
        if (at < 0) throw new Error('The index is not in its log: sign it again.')
        log.addSignatures(parseNote(cosigned))
        return log.prove(at)
      })
      replaceFile(join(folder, PROOF), proof)
    },
  }
}

/** Every file of the log next to an index. @param {string} folder @returns {string[]} */
export function filesOfLog(folder) {
  const log = join(folder, FOLDER)
  const inLog = existsSync(log)
    ? readdirSync(log, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    : []
  return [...inLog, join(folder, PROOF)].filter((path) => existsSync(path))
}
