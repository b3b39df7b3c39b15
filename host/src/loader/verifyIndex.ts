import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/**
 * Verifies a release index over its bytes, and only then reads it. The first line holds its signatures,
 * `algorithm:keyid:base64,…`; a key is `algorithm:keyid:base64` too. Undefined when no known key has signed it.
 * @throws SyntaxError when what was signed is no JSON
 */
export async function verifyIndex(text: string, keys: readonly string[]): Promise<ReleaseIndex | undefined> {
  const [signatures = ''] = text.split('\n', 1)
  const document = text.slice(signatures.length + 1)
  for (const line of signatures.split(',')) {
    const [algorithm, id, signature = ''] = line.split(':')
    const key = keys.find((candidate) => candidate.startsWith(`${algorithm}:${id}:`))
    if (!key) continue
    const scheme = algorithm === 'ed25519' ? 'Ed25519' : { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    try {
      // A browser without Ed25519 throws here; the index is signed with P-256 as well, so another signature decides.
      const publicKey = await crypto.subtle.importKey('raw', bytes(key.split(':')[2] ?? ''), scheme, false, ['verify'])
      const data = new TextEncoder().encode(document)
      if (!(await crypto.subtle.verify(scheme, publicKey, bytes(signature), data))) continue
    } catch {
      continue
    }
    return JSON.parse(document)
  }
}

/** Where the last index that verified is kept; one for each host. */
export const indexSlot = (host: string) => `@portico/release-index/${host}`

/** The last index that verified, verified again; undefined where there is none or storage is blocked. */
export async function lastGoodIndex(host: string, keys: readonly string[]): Promise<ReleaseIndex | undefined> {
  try {
    return await verifyIndex(localStorage[indexSlot(host)], keys)
  } catch {}
}
