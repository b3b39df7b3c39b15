import { spawnSync } from 'node:child_process'
import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ algorithm: string, public: string, private?: string, command?: string[] }} ReleaseKey with the private key,
 *   or a command that signs, such as that of a key management service
 * @typedef {{ id: string, keys: ReleaseKey[] }} ReleaseKeys
 */

const DEVELOPMENT = fileURLToPath(new URL('../keys/development.json', import.meta.url))

export const isLocal = (/** @type {string} */ origin) => ['localhost', '127.0.0.1'].includes(new URL(origin).hostname)

/** Compares the keys, too, so that renaming does not hide them. @param {ReleaseKeys} keys */
function isDevelopment({ id, keys }) {
  /** @type {ReleaseKeys} */
  const development = JSON.parse(readFileSync(DEVELOPMENT, 'utf8'))
  return id === development.id || keys.some((key) => development.keys.some((known) => known.public === key.public))
}

/**
 * The key pairs that sign the index: one pair, or during rotation the old pair and the new one. The development pair is
 * public, so it is refused for any origin except this machine.
 * @param {string | readonly string[]} origins where the host will be served
 * @param {string} [files] separated by commas
 * @returns {ReleaseKeys[]}
 */
export function readReleaseKeys(origins, files = process.env.PORTICO_RELEASE_KEYS) {
  /** @type {ReleaseKeys[]} */
  const pairs = (files || DEVELOPMENT).split(',').map((file) => JSON.parse(readFileSync(file.trim(), 'utf8')))
  const elsewhere = [origins].flat().find((origin) => !isLocal(origin))
  if (elsewhere && pairs.some(isDevelopment)) {
    throw new Error(
      `The development keys cannot sign a release for ${elsewhere}: make your own with scripts/keys/generate.mjs and name the file in PORTICO_RELEASE_KEYS.`,
    )
  }
  return pairs
}

/** The public keys in the loader's format: `algorithm:keyid:base64`. @param {ReleaseKeys[]} pairs */
export const publicKeysOf = (pairs) =>
  pairs.flatMap(({ id, keys }) => keys.map((key) => `${key.algorithm}:${id}:${key.public}`))

const SIGNER_TIMEOUT_MS = 60_000

/**
 * The command gets the bytes on standard input and prints the signature in base64: 64 bytes, for P-256 the two numbers
 * of 32 bytes each.
 * @param {Buffer} bytes @param {ReleaseKey} key @param {string[]} command
 * @throws Error if the command fails or prints something else
 */
function signatureBy(bytes, key, [program = '', ...args]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input: bytes, timeout: SIGNER_TIMEOUT_MS })
  if (error || status !== 0) {
    throw new Error(`The command ${program} did not sign: ${error?.message ?? stderr.toString().trim()}`)
  }
  const signature = Buffer.from(stdout.toString().trim(), 'base64')
  if (signature.length !== 64)
    throw new Error(`The command ${program} printed no ${key.algorithm} signature of 64 bytes.`)
  return signature
}

/** @param {Buffer} bytes @param {ReleaseKey} key */
function signatureOf(bytes, key) {
  if (key.command) return signatureBy(bytes, key, key.command)
  const privateKey = createPrivateKey({ key: Buffer.from(key.private ?? '', 'base64'), format: 'der', type: 'pkcs8' })
  return key.algorithm === 'ed25519'
    ? sign(null, bytes, privateKey)
    : // WebCrypto expects the two numbers concatenated, not as ASN.1.
      sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
}

/**
 * One signature for each key.
 * @param {string} document @param {ReleaseKeys[]} pairs
 */
export function signaturesOf(document, pairs) {
  const bytes = Buffer.from(document)
  const signatures = pairs.flatMap(({ id, keys }) =>
    keys.map((key) => `${key.algorithm}:${id}:${signatureOf(bytes, key).toString('base64')}`),
  )
  return signatures.join(',')
}

/**
 * A signed text: a line with one signature per key, and the document, which has to be one line.
 * @param {string} document @param {ReleaseKeys[]} pairs
 */
export function signDocument(document, pairs) {
  if (document.includes('\n')) throw new Error('A signed document is one line.')
  return `${signaturesOf(document, pairs)}\n${document}`
}

/**
 * The pairs that belong to a role.
 * @param {ReleaseKeys[]} pairs @param {import('./signedText.mjs').Role} role
 */
export const holdersAmong = (pairs, { keys }) =>
  pairs.filter((pair) => publicKeysOf([pair]).some((key) => keys.includes(key)))
