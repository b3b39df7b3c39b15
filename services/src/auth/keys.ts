import { createHash, hkdfSync } from 'node:crypto'

/** A separate key for each purpose, so that a signature for one purpose is worthless for another. */
export interface AuthKeys {
  readonly nonce: Uint8Array
  readonly session: Uint8Array
  /** For guessable values that are stored as hashes: codes and e-mail addresses. */
  readonly hash: Uint8Array
}

export function deriveKeys(secret: string): AuthKeys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `portico auth ${purpose}`, 32))
  return { nonce: derive('nonce'), session: derive('session'), hash: derive('hash') }
}

/** A UUID that depends only on the parts, and so is the same in every process (RFC 9562 §5.8). */
export function uuidOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
