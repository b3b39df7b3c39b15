import { utf8ToBytes } from '@noble/hashes/utils.js'
import { readShare, type Share, ShareUnreadable } from './shareText.ts'

export const ALGORITHM = 'AES-GCM'
/** NIST SP 800-38D §8.2.2: random nonce. */
export const NONCE_BYTES = 12

const parameters = (boundTo: readonly string[], nonce: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: ALGORITHM,
  iv: nonce,
  additionalData: new Uint8Array(utf8ToBytes(JSON.stringify(boundTo))),
})

/**
 * Seals the text of a share.
 * @param boundTo what the text is bound to, its purpose first; it cannot be opened for anything else
 */
export async function sealText(key: CryptoKey, boundTo: readonly string[], share: string) {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const bytes = new Uint8Array(utf8ToBytes(share))
  try {
    return { nonce, sealed: new Uint8Array(await crypto.subtle.encrypt(parameters(boundTo, nonce), key, bytes)) }
  } finally {
    bytes.fill(0)
  }
}

/** @throws for another key, binding or split, and for a changed or unreadable text */
export async function openSealed(
  key: CryptoKey,
  boundTo: readonly string[],
  splitId: string,
  { nonce, sealed }: { readonly nonce: Uint8Array; readonly sealed: Uint8Array },
): Promise<Share> {
  const plain = await crypto.subtle.decrypt(parameters(boundTo, new Uint8Array(nonce)), key, new Uint8Array(sealed))
  const bytes = new Uint8Array(plain)
  let share: Share
  try {
    share = readShare(new TextDecoder().decode(bytes))
  } finally {
    bytes.fill(0)
  }
  if (share.splitId === splitId) return share
  share.points.fill(0)
  throw new ShareUnreadable()
}
