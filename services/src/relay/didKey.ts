import { createPublicKey, type KeyObject } from 'node:crypto'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** did:key §3.1: `z` for base58btc, then the multicodec of an Ed25519 key, which always encodes to `6Mk`. */
const PATTERN = /^did:key:z(6Mk[1-9A-HJ-NP-Za-km-z]{44})$/
const ED25519_HEADER = 'ed01'
const KEY_HEX_DIGITS = 64

const base58Hex = (text: string) => {
  let value = 0n
  for (const digit of text) value = value * 58n + BigInt(ALPHABET.indexOf(digit))
  return value.toString(16)
}

/** @returns undefined if `did` is not a did:key of an Ed25519 key */
export function publicKeyOf(did: string): KeyObject | undefined {
  const encoded = PATTERN.exec(did)?.[1]
  const hex = encoded && base58Hex(encoded)
  if (!hex?.startsWith(ED25519_HEADER) || hex.length !== ED25519_HEADER.length + KEY_HEX_DIGITS) return undefined
  const x = Buffer.from(hex.slice(ED25519_HEADER.length), 'hex').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
