import { generateKeyPairSync } from 'node:crypto'

/**
 * A file of release keys with the public halves that a loader names and private halves that nobody uses: a shell contains
 * the public keys, so it can only be built again with them.
 * @param keys `algorithm:id:base64`, in the order of the loader
 */
export function throwawayKeys(keys: readonly string[]) {
  const pairs = new Map<string, { algorithm: string; private: string; public: string }[]>()
  for (const key of keys) {
    const [algorithm = '', id = '', publicKey = ''] = key.split(':')
    const { privateKey } =
      algorithm === 'p256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
    const text = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
    pairs.set(id, [...(pairs.get(id) ?? []), { algorithm, private: text, public: publicKey }])
  }
  return [...pairs].map(([id, listed]) => ({ id, keys: listed }))
}

/**
 * A root that names the same role as a loader, for a loader that trusts a role. Only a build reads it.
 * @param threshold of the loader
 */
export function throwawayRoot(keys: readonly string[], threshold: number): string {
  const role = { keys, threshold }
  const root = { type: 'root', version: 1, expires: '9999-01-01T00:00:00.000Z', roles: { root: role, shell: role } }
  return `\n${JSON.stringify(root)}`
}
