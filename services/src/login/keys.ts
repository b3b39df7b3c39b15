import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { LoginKeys } from '@portico/contracts/services/login'

export interface SigningKey {
  readonly privateKey: KeyObject
  /** The public key as published to the stores. */
  readonly publicKey: LoginKeys['keys'][number]
  /** The key for hashes of guessable values: codes and counts. */
  readonly hash: Uint8Array
}

/** RFC 7638 §3.2: the required members, in this order. */
const thumbprintOf = (x: string, y: string) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')

function privateKeyOf(text: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: JSON.parse(text), format: 'jwk' })
  } catch {
    return undefined
  }
}

/** @returns undefined if the text is not a private P-256 key as JWK (RFC 7517) */
export function readSigningKey(text: string): SigningKey | undefined {
  const privateKey = privateKeyOf(text)
  if (!privateKey) return undefined
  const { kty, crv, d } = privateKey.export({ format: 'jwk' })
  // The public half is computed, because the public half in the JWK may be wrong.
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (kty !== 'EC' || crv !== 'P-256' || !d || !x || !y) return undefined
  return {
    privateKey,
    publicKey: { kty: 'EC', crv: 'P-256', x, y, kid: thumbprintOf(x, y), alg: 'ES256', use: 'sig' },
    hash: new Uint8Array(hkdfSync('sha256', d, '', 'portico login hash', 32)),
  }
}
