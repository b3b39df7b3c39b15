/**
 * Creates a pair of release keys: `node scripts/keys/generate.mjs <id> > my-keys.json`. Keep the file away from the
 * remotes' build jobs: anyone who has it decides what runs in the modal. `node scripts/keys/generate.mjs --public
 * my-keys.json` prints the public halves, as roles list them.
 */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @param {string} id */
export function generateKeys(id) {
  const ed25519 = generateKeyPairSync('ed25519')
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateText = (/** @type {import('node:crypto').KeyObject} */ key) =>
    key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  /** WebCrypto expects raw keys: the last 32 or 65 bytes of the SubjectPublicKeyInfo. */
  const publicText = (/** @type {import('node:crypto').KeyObject} */ key, /** @type {number} */ length) =>
    key.export({ type: 'spki', format: 'der' }).subarray(-length).toString('base64')
  return {
    id,
    keys: [
      { algorithm: 'ed25519', private: privateText(ed25519.privateKey), public: publicText(ed25519.publicKey, 32) },
      { algorithm: 'p256', private: privateText(p256.privateKey), public: publicText(p256.publicKey, 65) },
    ],
  }
}

if (process.argv[1]?.endsWith('generate.mjs')) {
  const [, , id = 'release', file = ''] = process.argv
  if (id === '--public') {
    /** @type {import('../build/releaseKeys.mjs').ReleaseKeys} */
    const pair = JSON.parse(readFileSync(file, 'utf8'))
    for (const key of pair.keys) console.log(`${key.algorithm}:${pair.id}:${key.public}`)
  } else console.log(JSON.stringify(generateKeys(id), null, 2))
}
