import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/**
 * Verifies a release index over its bytes before parsing it. The first line holds its signatures,
 * `algorithm:keyid:base64,…`; keys have the same format. One valid signature is enough: a browser without Ed25519 uses
 * P-256. Undefined if no known key has signed it.
 * @throws SyntaxError when the signed text is not JSON
 */
export async function verifyIndex(text: string, keys: readonly string[]): Promise<ReleaseIndex | undefined> {
  const end = text.indexOf('\n')
  const document = text.slice(end + 1)
  /** Rejects if it cannot be checked: for an unknown key, or an algorithm that the browser lacks. */
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

/** An index issued further in the future means that the visitor's clock may be wrong. */
const CLOCK_TOLERANCE_MS = 86_400_000

/** Why an index is not valid now; undefined if it is. An unreadable date counts as invalid. */
export function datedBy({ issuedAt, notAfter }: ReleaseIndex): 'release.notYetValid' | 'release.expired' | undefined {
  if (!(Date.parse(issuedAt) <= Date.now() + CLOCK_TOLERANCE_MS)) return 'release.notYetValid'
  if (!(Date.parse(notAfter) > Date.now())) return 'release.expired'
}
