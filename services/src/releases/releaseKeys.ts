import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { ReleaseRole } from '@portico/contracts/services/releaseIndex'
import { array, minLength, object, picklist, pipe, regex, safeParse, string } from 'valibot'

const KeyId = pipe(string(), regex(/^[A-Za-z\d_.-]{1,64}$/))
const KeyFile = object({
  id: KeyId,
  keys: pipe(array(object({ algorithm: picklist(['ed25519', 'p256']), private: string() })), minLength(1)),
})

/** Signs for one holder. */
export interface Signer {
  readonly id: string
  readonly keys: readonly { readonly algorithm: 'ed25519' | 'p256'; readonly key: KeyObject }[]
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a file of `scripts/keys/generate.mjs`; undefined if it is none. */
export function readSigner(text: string): Signer | undefined {
  const file = safeParse(KeyFile, fromJson(text))
  if (!file.success) return undefined
  try {
    const keys = file.output.keys.map(({ algorithm, private: secret }) => ({
      algorithm,
      key: createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' }),
    }))
    return { id: file.output.id, keys }
  } catch {
    return undefined
  }
}

/** Reads `algorithm:keyid:base64` keys, separated by commas, or a role in JSON; undefined if it is neither. */
export function readTrusted(text: string): ReleaseRole | undefined {
  const keys = text.split(',').map((key) => key.trim())
  const role = safeParse(ReleaseRole, text.trimStart().startsWith('{') ? fromJson(text) : { keys, threshold: 1 })
  const isKey = (key: string) => /^(ed25519|p256):[A-Za-z\d_.-]{1,64}:[A-Za-z\d+/]+={0,2}$/.test(key)
  return role.success && role.output.keys.length && role.output.keys.every(isKey) ? role.output : undefined
}

/** A signed text as it is served: signatures and the text, which is one line. */
export function signText(text: string, { id, keys }: Signer): string {
  const bytes = Buffer.from(text)
  const signatures = keys.map(({ algorithm, key }) => {
    // WebCrypto expects the two numbers of a P-256 signature concatenated, not as ASN.1.
    const signature =
      algorithm === 'ed25519' ? sign(null, bytes, key) : sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
    return `${algorithm}:${id}:${signature.toString('base64')}`
  })
  return `${signatures.join(',')}\n${text}`
}
