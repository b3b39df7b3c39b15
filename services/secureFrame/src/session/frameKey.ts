import { PROOF_TYPE, type ShareProof } from '@portico/contracts/services/shares'
import { base64Url, sha256, textToBase64Url } from './base64Url.ts'
import type { Shelf } from './openShelf.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** The key's name on the shelf. */
export const KEY = 'key'

const isKeyPair = (value: unknown): value is CryptoKeyPair => {
  const { privateKey, publicKey } = (value ?? {}) as Partial<CryptoKeyPair>
  return privateKey?.type === 'private' && publicKey?.type === 'public'
}

/**
 * The key of this browser on this site, which is made when it is first used and cannot be exported. Sessions are bound
 * to it, so that a stolen token is useless without this browser.
 */
export async function openFrameKey(shelf: Shelf) {
  const there = await shelf.get(KEY)
  const { privateKey, publicKey } = isKeyPair(there) ? there : await create(shelf)
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  const jwk = { crv: ALGORITHM.namedCurve, kty: 'EC', x, y }
  return {
    /** RFC 7638 §3.2, with SHA-256: exactly the members of `jwk`, in that order. */
    thumbprint: await sha256(JSON.stringify(jwk)),
    /** Proves possession of the key (RFC 9449 §4.2). */
    async prove(claims: ShareProof): Promise<string> {
      const header = { typ: PROOF_TYPE, alg: 'ES256', jwk }
      const signed = `${textToBase64Url(JSON.stringify(header))}.${textToBase64Url(JSON.stringify(claims))}`
      const signature = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        privateKey,
        new TextEncoder().encode(signed),
      )
      return `${signed}.${base64Url(new Uint8Array(signature))}`
    },
  }
}

async function create(shelf: Shelf): Promise<CryptoKeyPair> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const kept = await shelf.keepFirst(KEY, pair)
  if (isKeyPair(kept)) return kept
  // The stored value is not a key, so it could prove nothing.
  await shelf.set(KEY, pair)
  return pair
}
