import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/**
 * Verifies a release index over its bytes, and only then reads it. The first line holds its signatures,
 * `algorithm:keyid:base64,…`; a key is written in the same way. One that verifies is enough: a browser without Ed25519
 * goes by P-256. Undefined when no known key has signed it.
 * @throws SyntaxError when what was signed is no JSON
 */
export async function verifyIndex(text: string, keys: readonly string[]): Promise<ReleaseIndex | undefined> {
  const end = text.indexOf('\n')
  const document = text.slice(end + 1)
  /** Rejects where it cannot be told: for an unknown key, and for an algorithm that the browser does not have. */
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

/** How far in the future an index may have been issued before the visitor's clock is doubted. */
const CLOCK_TOLERANCE_MS = 86_400_000

/** Why an index does not count today; undefined where it does. A date that no engine can read is no date that is to come. */
export function datedBy({ issuedAt, notAfter }: ReleaseIndex): 'release.notYetValid' | 'release.expired' | undefined {
  if (!(Date.parse(issuedAt) <= Date.now() + CLOCK_TOLERANCE_MS)) return 'release.notYetValid'
  if (!(Date.parse(notAfter) > Date.now())) return 'release.expired'
}
