import { sha256 } from '@noble/hashes/sha2'
import { concat, fromBase64, fromUtf8, isSame, toBase64, utf8 } from './bytes.ts'
import { LogError } from './errors.ts'

/** Signed notes, as C2SP signed-note specifies them. */

/** A plain Ed25519 signature over the text of a note. */
export const ED25519 = 0x01
/** A timestamped Ed25519 signature of a witness (C2SP tlog-cosignature). */
export const COSIGNATURE = 0x04
const TYPES: readonly number[] = [ED25519, COSIGNATURE]

const KEY_ID_BYTES = 4
const PUBLIC_KEY_BYTES = 32

/** One signature line of a note. */
export interface NoteSignature {
  readonly name: string
  /** Four bytes. */
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/** A note whose signatures are not verified yet. */
export interface Note {
  /** With its final newline, without the empty line that follows. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** A public key that verifies notes. */
export interface VerifierKey {
  readonly name: string
  readonly type: number
  readonly publicKey: Uint8Array
}

/** Names contain no spaces and no plus sign, because both end a name in a text. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Cc}]+$/u.test(name)

export const keyIdOf = ({ name, type, publicKey }: VerifierKey): Uint8Array =>
  sha256(concat([utf8(`${name}\n`), Uint8Array.of(type), publicKey])).slice(0, KEY_ID_BYTES)

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The text of a verifier key, `<name>+<key id>+<base64>`. */
export const formatVerifierKey = (key: VerifierKey): string =>
  `${key.name}+${hex(keyIdOf(key))}+${toBase64(concat([Uint8Array.of(key.type), key.publicKey]))}`

/**
 * Reads the text of a verifier key.
 * @throws LogError `log.keyInvalid`
 */
export function parseVerifierKey(text: string): VerifierKey {
  // Base64 may contain a plus sign, a name may not.
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) ?? []
  const invalid = (reason: string) => new LogError('log.keyInvalid', `“${text.trim().slice(0, 200)}” ${reason}`)
  if (!isKeyName(name)) throw invalid('is not a verifier key: it must be like name+1a2b3c4d+base64.')
  const material = fromBase64OrNothing(encoded)
  const type = material?.[0]
  if (!material || type === undefined || !TYPES.includes(type) || material.length !== 1 + PUBLIC_KEY_BYTES) {
    throw invalid('is not an Ed25519 key.')
  }
  const key = { name, type, publicKey: material.slice(1) }
  if (hex(keyIdOf(key)) !== id) throw invalid('has a key id that belongs to another key.')
  return key
}

function fromBase64OrNothing(text: string): Uint8Array | undefined {
  try {
    return fromBase64(text)
  } catch {
    return undefined
  }
}

const SIGNATURE_LINE = /^\u2014 (\S+) (\S+)$/u
/** More than any log and its witnesses sign, and few enough to verify. */
const SIGNATURES_MAX = 64

/**
 * Reads a note without verifying it.
 * @throws LogError `log.malformed`
 */
export function parseNote(content: Uint8Array | string): Note {
  const whole = typeof content === 'string' ? content : fromUtf8(content)
  const malformed = (reason: string) => new LogError('log.malformed', reason)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note must not contain them
  if (/[\u0000-\u0009\u000b-\u001f]/.test(whole)) throw malformed('A signed note contains control characters.')
  const end = whole.lastIndexOf('\n\n')
  if (end < 0 || !whole.endsWith('\n')) throw malformed('It is not a signed note.')
  const lines = whole.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) throw malformed(`A signed note has ${lines.length} signatures.`)
  const signatures = lines.map((line) => {
    const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
    if (!isKeyName(name)) throw malformed('A signed note has a line that is not a signature.')
    const bytes = fromBase64(encoded)
    if (bytes.length <= KEY_ID_BYTES) throw malformed('A signed note has a signature that is too short.')
    return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) }
  })
  return { text: whole.slice(0, end + 1), signatures }
}

/** A line of a note, with its newline. */
export const formatSignature = ({ name, keyId, signature }: NoteSignature): string =>
  `\u2014 ${name} ${toBase64(concat([keyId, signature]))}\n`

export const formatNote = ({ text, signatures }: Note): string => `${text}\n${signatures.map(formatSignature).join('')}`

/** The signatures that a key claims to have made: those with its name and its id. */
export function signaturesOf(note: Note, key: VerifierKey): NoteSignature[] {
  const id = keyIdOf(key)
  return note.signatures.filter(({ name, keyId }) => name === key.name && isSame(keyId, id))
}

/** Whether an Ed25519 signature is valid. Rejects if the browser lacks Ed25519. */
export async function verifyEd25519(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array) {
  const key = await crypto.subtle.importKey('raw', publicKey.slice(), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature.slice(), message.slice())
}

/** Whether a plain key has signed a note. A note with a wrong signature of a known key is not signed by it. */
export async function isSignedBy(note: Note, key: VerifierKey): Promise<boolean> {
  if (key.type !== ED25519) return false
  const message = utf8(note.text)
  const results = await Promise.all(
    signaturesOf(note, key).map(({ signature }) => verifyEd25519(key.publicKey, signature, message)),
  )
  return results.length > 0 && results.every(Boolean)
}
