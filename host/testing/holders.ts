import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { ReleaseRole, ReleaseRoot } from '@portico/contracts/services/releaseIndex'

/** A holder of a release key. */
export interface Holder {
  readonly id: string
  readonly privateKey: KeyObject
  readonly raw: Buffer
}

const holders = new Map<string, Holder>()

/** The holder with this id, who gets a new key at first use. */
export function holder(id: string): Holder {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const known = holders.get(id)
  const one = known ?? { id, privateKey, raw: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32) }
  holders.set(id, one)
  return one
}

export const publicOf = (id: string): string => `ed25519:${id}:${holder(id).raw.toString('base64')}`

export const role = (ids: readonly string[], threshold = 1): ReleaseRole => ({ keys: ids.map(publicOf), threshold })

/** A line of signatures by these holders. */
export const signaturesBy = (text: string, ids: readonly string[]): string =>
  ids.map((id) => `ed25519:${id}:${sign(null, Buffer.from(text), holder(id).privateKey).toString('base64')}`).join(',')

/** A signed document: two lines. */
export function signedBy(document: object, ids: readonly string[]): string {
  const text = JSON.stringify(document)
  return `${signaturesBy(text, ids)}\n${text}`
}

export const rootOf = (version: number, roles: ReleaseRoot['roles'], expires = '2035-01-01T00:00:00.000Z') =>
  ({ type: 'root', version, expires, roles }) satisfies ReleaseRoot
