import type { ReleaseIndex, ReleaseRole, ReleaseRoot } from './releaseIndex.ts'

/*
 * Signatures of releases (docs/decisions/0053-release-roles.md). A signed text is two lines: its signatures,
 * `algorithm:keyid:base64,…`, and the signed JSON. Keys have the same form as signatures.
 */

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/** Rejects if the key is unknown or the platform lacks the algorithm. */
async function isSignature(line: string, signed: string, keys: readonly string[]): Promise<boolean> {
  const [algorithm, id, signature] = line.split(':')
  const known = keys.find((key) => key.startsWith(`${algorithm}:${id}:`)) as string
  const scheme = algorithm === 'ed25519' ? 'Ed25519' : { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(known.split(':')[2] as string), scheme, false, ['verify'])
  return crypto.subtle.verify(scheme, key, bytes(signature as string), new TextEncoder().encode(signed))
}

/**
 * Whether as many holders as the role requires have signed a text. A holder has one key id, and may have a key for each
 * algorithm: one valid signature is enough, because a browser without Ed25519 uses P-256.
 */
export async function isSigned({ keys, threshold }: ReleaseRole, signatures: string, signed: string): Promise<boolean> {
  const holders = new Set<string | undefined>()
  for (const line of signatures.split(',')) {
    if (await isSignature(line, signed, keys).catch(() => false)) holders.add(line.split(':')[1])
  }
  return threshold > 0 && holders.size >= threshold
}

/**
 * Verifies a release index before parsing it. The roots come first, oldest first; a root counts if the previous one's
 * holders and its own have signed it. The index is last, signed for the role `shell` of the last root that counts.
 * Without roots, the trusted keys sign the index.
 * @param trusted the holders of the role `root`; a list stands for a threshold of 1
 * @returns the index with the root that it was verified by; undefined if it is not signed as required
 * @throws Error when what is signed is not JSON, or not a root
 */
export async function verifyIndex(
  text: string,
  trusted: readonly string[] | ReleaseRole,
): Promise<ReleaseIndex | undefined> {
  const role: ReleaseRole = 'threshold' in trusted ? trusted : { keys: [...trusted], threshold: 1 }
  const lines = text.split('\n')
  const index = lines.pop() as string
  const signatures = lines.pop() ?? ''
  let root: ReleaseRoot = { type: 'root', version: 0, expires: '', roles: { root: role, shell: role } }
  for (let at = 1; at < lines.length; at += 2) {
    const pair = [lines[at - 1] as string, lines[at] as string] as const
    if (!(await isSigned(root.roles.root, ...pair))) continue
    const next: ReleaseRoot = JSON.parse(pair[1])
    // The trusted keys may be those of any version, and versions follow one another from there.
    const isNext = next.version > root.version && (!root.version || next.version === root.version + 1)
    if (next.type === 'root' && isNext && (await isSigned(next.roles.root, ...pair))) root = next
  }
  if (await isSigned(root.roles.shell, signatures, index))
    return { ...JSON.parse(index), root: root.version ? root : undefined }
}

export type VerifyIndex = typeof verifyIndex
