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
