import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { concat, fromBase64, toBase64, utf8 } from '../bytes.ts'
import { cosignatureOf, cosignedMessage } from '../cosignature.ts'
import { LogError } from '../errors.ts'
import {
  COSIGNATURE,
  ED25519,
  formatVerifierKey,
  isKeyName,
  keyIdOf,
  type NoteSignature,
  type VerifierKey,
} from '../note.ts'

/**
 * Private keys of logs and witnesses, in the text form of Go's `golang.org/x/mod/sumdb/note`:
 * `PRIVATE+KEY+<name>+<key id>+<base64>`. A witness has the same kind of key as a log; only what it signs differs.
 */

const SEED_BYTES = 32
/** An Ed25519 private key as PKCS #8, without its last 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs notes with one private key. */
export interface NoteSigner {
  /** As which a log is known. */
  readonly logKey: VerifierKey
  /** As which a witness is known. */
  readonly witnessKey: VerifierKey
  /** The signature of a log. */
  sign(text: string): NoteSignature
  /** The cosignature of a witness. @param seconds since 1970 */
  cosign(text: string, seconds: number): NoteSignature
}

const privateKeyOf = (seed: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })

const publicBytesOf = (seed: Uint8Array): Uint8Array =>
  new Uint8Array(createPublicKey(privateKeyOf(seed)).export({ type: 'spki', format: 'der' }).subarray(-SEED_BYTES))

const hexId = (key: VerifierKey) => Buffer.from(keyIdOf(key)).toString('hex')

/**
 * Makes a private key.
 * @param name of the log or witness: an address without its scheme, such as `wallet.example/log`
 * @returns one line
 * @throws LogError `log.keyInvalid` if the name contains spaces or a plus sign
 */
export function generateKey(name: string): string {
  if (!isKeyName(name)) {
    throw new LogError('log.keyInvalid', `“${name}” cannot be its name: it must have no spaces and no plus sign.`)
  }
  const seed = randomBytes(SEED_BYTES)
  const key = { name, type: ED25519, publicKey: publicBytesOf(seed) }
  return `PRIVATE+KEY+${name}+${hexId(key)}+${toBase64(concat([Uint8Array.of(ED25519), seed]))}`
}

/**
 * Reads a private key.
 * @throws LogError `log.keyInvalid`, which never contains the text
 */
export function readSigner(text: string): NoteSigner {
  const invalid = () => new LogError('log.keyInvalid', 'A private key must be like PRIVATE+KEY+name+1a2b3c4d+base64.')
  const [, name = '', id, encoded = ''] = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? []
  if (!isKeyName(name)) throw invalid()
  const material = decoded(encoded)
  if (material?.length !== 1 + SEED_BYTES || material[0] !== ED25519) throw invalid()
  const seed = material.slice(1)
  const publicKey = publicBytesOf(seed)
  const logKey = { name, type: ED25519, publicKey }
  const witnessKey = { name, type: COSIGNATURE, publicKey }
  if (hexId(logKey) !== id) throw invalid()
  const privateKey = privateKeyOf(seed)
  const signed = (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey))
  return {
    logKey,
    witnessKey,
    sign: (content) => ({ name, keyId: keyIdOf(logKey), signature: signed(utf8(content)) }),
    cosign: (content, seconds) => cosignatureOf(witnessKey, seconds, signed(cosignedMessage(seconds, content))),
  }
}

/** Base64, without an error that would show the key. */
function decoded(text: string): Uint8Array | undefined {
  try {
    return fromBase64(text)
  } catch {
    return undefined
  }
}

/** The text of the log's public key, for sites and verifiers. */
export const logKeyText = ({ logKey }: NoteSigner): string => formatVerifierKey(logKey)

/** The text of the witness's public key. */
export const witnessKeyText = ({ witnessKey }: NoteSigner): string => formatVerifierKey(witnessKey)
