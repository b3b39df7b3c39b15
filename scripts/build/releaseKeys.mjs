import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ algorithm: string, private: string, public: string }} ReleaseKey
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

/** @param {Buffer} bytes @param {ReleaseKey} key */
function signatureOf(bytes, key) {
  const privateKey = createPrivateKey({ key: Buffer.from(key.private, 'base64'), format: 'der', type: 'pkcs8' })
  return key.algorithm === 'ed25519'
    ? sign(null, bytes, privateKey)
    : // WebCrypto expects the two numbers concatenated, not as ASN.1.
      sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
}

/**
 * The index in served form: the first line has one signature per key over the bytes that follow.
 * @param {string} document @param {ReleaseKeys[]} pairs
 */
export function signDocument(document, pairs) {
  const bytes = Buffer.from(document)
  const signatures = pairs.flatMap(({ id, keys }) =>
    keys.map((key) => `${key.algorithm}:${id}:${signatureOf(bytes, key).toString('base64')}`),
  )
  return `${signatures.join(',')}\n${document}`
}
