import { concat, utf8 } from './bytes.ts'
import {
  COSIGNATURE,
  keyIdOf,
  type Note,
  type NoteSignature,
  signaturesOf,
  type VerifierKey,
  verifyEd25519,
} from './note.ts'

/** Cosignatures of witnesses, as C2SP tlog-cosignature specifies them for Ed25519. */

const TIMESTAMP_BYTES = 8
const SIGNATURE_BYTES = 64

/** The bytes that a witness signs. @param seconds since 1970 @param text of the checkpoint */
export const cosignedMessage = (seconds: number, text: string): Uint8Array =>
  utf8(`cosignature/v1\ntime ${seconds}\n${text}`)

/** The signature line of a witness. @param seconds since 1970 @param signature over `cosignedMessage` */
export function cosignatureOf(key: VerifierKey, seconds: number, signature: Uint8Array): NoteSignature {
  const timestamp = new Uint8Array(TIMESTAMP_BYTES)
  new DataView(timestamp.buffer).setBigUint64(0, BigInt(seconds))
  return { name: key.name, keyId: keyIdOf(key), signature: concat([timestamp, signature]) }
}

/**
 * When a witness has cosigned a checkpoint, in seconds since 1970; the latest time if it has done so more than once.
 * Undefined if it has not, or if one of its signatures is wrong.
 */
export async function cosignedAt(note: Note, key: VerifierKey): Promise<number | undefined> {
  if (key.type !== COSIGNATURE) return undefined
  const times: number[] = []
  for (const { signature } of signaturesOf(note, key)) {
    if (signature.length !== TIMESTAMP_BYTES + SIGNATURE_BYTES) return undefined
    const seconds = Number(new DataView(signature.slice().buffer).getBigUint64(0))
    const message = cosignedMessage(seconds, note.text)
    if (!Number.isSafeInteger(seconds)) return undefined
    if (!(await verifyEd25519(key.publicKey, signature.slice(TIMESTAMP_BYTES), message))) return undefined
    times.push(seconds)
  }
  return times.length ? Math.max(...times) : undefined
}
