import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { encodeBase58 } from '@portico/contracts/chains/bytes'

/** PKCS #8 (RFC 8410) around the 32 bytes of an Ed25519 key. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives a public test key from a text: for this chain only. */
export function createTestKey(text: string) {
  const seed = createHash('sha256').update(text).digest()
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)
  return { publicKey, address: encodeBase58(publicKey), sign: (message: Uint8Array) => sign(null, message, key) }
}
