import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { readShare, type Share, ShareUnreadable } from '../shareText.ts'

const ALGORITHM = 'AES-GCM'
/** NIST SP 800-38D §8.2.2: random nonce. */
const NONCE_BYTES = 12
const PURPOSE = 'portico passkey share v1'

/** What a sealed share is bound to: it opens nowhere else. */
export interface Bound {
  /** The wallet's subject. */
  readonly subject: string
  readonly splitId: string
  /** The passkey's id, as base64url. */
  readonly credentialId: string
}

const parameters = ({ subject, splitId, credentialId }: Bound, nonce: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: ALGORITHM,
  iv: nonce,
  additionalData: new Uint8Array(utf8ToBytes(JSON.stringify([PURPOSE, subject, splitId, credentialId]))),
})

/** The key of a passkey, not exportable: HKDF-SHA256 (RFC 5869) of its PRF output, 32 bytes, which are overwritten. */
export async function sealingKey(output: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', output, 'HKDF', false, ['deriveKey'])
  output.fill(0)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new Uint8Array(utf8ToBytes(PURPOSE)) },
    secret,
    { name: ALGORITHM, length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** @param share as `writeShare` makes it. @returns nonce and sealed text, as base64url */
export async function sealShare(key: CryptoKey, bound: Bound, share: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const bytes = new Uint8Array(utf8ToBytes(share))
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters(bound, nonce), key, bytes))
  bytes.fill(0)
  return base64urlnopad.encode(Uint8Array.of(...nonce, ...sealed))
}

/** @throws ShareUnreadable for another key, another binding, or a changed text */
export async function openSealedShare(key: CryptoKey, bound: Bound, text: string): Promise<Share> {
  try {
    const bytes = new Uint8Array(base64urlnopad.decode(text))
    const [nonce, sealed] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)]
    const opened = new Uint8Array(await crypto.subtle.decrypt(parameters(bound, nonce), key, sealed))
    const share = readShare(new TextDecoder().decode(opened))
    opened.fill(0)
    if (share.splitId === bound.splitId) return share
  } catch {
    // Any failure means that there is no share.
  }
  throw new ShareUnreadable()
}
