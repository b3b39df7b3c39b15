import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { ALGORITHM, NONCE_BYTES, openSealed, sealText } from '../sealedText.ts'
import { type Share, ShareUnreadable } from '../shareText.ts'

const PURPOSE = 'portico passkey share v1'

/** What a sealed share is bound to. The share cannot be opened for anything else. */
export interface Bound {
  /** The wallet's subject. */
  readonly subject: string
  readonly splitId: string
  /** The passkey's id, as base64url. */
  readonly credentialId: string
}

const textsOf = ({ subject, splitId, credentialId }: Bound) => [PURPOSE, subject, splitId, credentialId]

/** A passkey's key, not exportable: HKDF-SHA256 (RFC 5869) of its PRF output, whose 32 bytes are overwritten. */
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
  const { nonce, sealed } = await sealText(key, textsOf(bound), share)
  return base64urlnopad.encode(Uint8Array.of(...nonce, ...sealed))
}

/** @throws ShareUnreadable for another key, another binding, or a changed text */
export async function openSealedShare(key: CryptoKey, bound: Bound, text: string): Promise<Share> {
  try {
    const bytes = base64urlnopad.decode(text)
    const [nonce, sealed] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
    return await openSealed(key, textsOf(bound), bound.splitId, { nonce, sealed })
  } catch {
    throw new ShareUnreadable()
  }
}
