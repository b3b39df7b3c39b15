import { ed25519 } from '@noble/curves/ed25519.js'
import type { SIWXSession } from '@portico/contracts'
import { base58 } from '@scure/base'

/** Strict, as validators are: `zip215` would accept several encodings of one signature. */
export function verifySolana({ data, message, signature }: SIWXSession): boolean {
  const publicKey = base58.decode(data.accountAddress)
  const bytes = base58.decode(signature)
  if (publicKey.length !== 32 || bytes.length !== 64) return false
  return ed25519.verify(bytes, new TextEncoder().encode(message), publicKey, { zip215: false })
}
