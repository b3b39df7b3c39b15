import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/**
 * Verifies the bytes of a release index before parsing it. The first line contains its signatures,
 * `algorithm:keyid:base64,…`; keys have the same format. One valid signature is enough, because a browser without
 * Ed25519 uses P-256. Undefined if no known key has signed the index.
 * @throws SyntaxError when the signed text is not JSON
 */
export async function verifyIndex(text: string, keys: readonly string[]): Promise<ReleaseIndex | undefined> {
  const end = text.indexOf('\n')
  const document = text.slice(end + 1)
  /** Rejects if the signature cannot be checked because the key is unknown or the browser lacks the algorithm. */
  const isSignature = async (line: string) => {
    const [algorithm, id, signature] = line.split(':')
    const known = keys.find((key) => key.startsWith(`${algorithm}:${id}:`)) as string
    const scheme = algorithm === 'ed25519' ? 'Ed25519' : { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes(known.split(':')[2] as string), scheme, false, ['verify'])
    return crypto.subtle.verify(scheme, key, bytes(signature as string), new TextEncoder().encode(document))
  }
  for (const line of text.slice(0, end).split(',')) {
    if (await isSignature(line).catch(() => false)) return JSON.parse(document)
  }
}

export type VerifyIndex = typeof verifyIndex

/** If an index was issued further in the future than this, the visitor's clock may be wrong. */
const CLOCK_TOLERANCE_MS = 86_400_000

/** Why an index is not valid now; undefined if it is valid. An unreadable date counts as invalid. */
export function datedBy({ issuedAt, notAfter }: ReleaseIndex): 'release.notYetValid' | 'release.expired' | undefined {
  if (!(Date.parse(issuedAt) <= Date.now() + CLOCK_TOLERANCE_MS)) return 'release.notYetValid'
  if (!(Date.parse(notAfter) > Date.now())) return 'release.expired'
}
