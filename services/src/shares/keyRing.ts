import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { ShareStore } from '@portico/contracts/services/login'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D §8.2.2: nonces are random, for far fewer than 2^32 messages per key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface EnvelopeKey {
  /** The key's id, which is stored in each row that the key has sealed. */
  readonly id: string
  readonly bytes: Uint8Array
}

/** A sealed text in its stored form. */
interface Sealed {
  readonly keyId: string
  /** Nonce, ciphertext and tag, as base64url. */
  readonly text: string
}

/** Binds a sealed text to its row, so that it does not open in another row. */
interface Belonging {
  readonly subject: string
  readonly splitId: string
}

/** Seals with its first key, and opens with all of them. */
export interface KeyRing {
  readonly sealsWith: string
  readonly keyIds: readonly string[]
  seal(text: string, belonging: Belonging): Sealed
  /** @throws Error without details, if the key is missing or the row was changed */
  open(sealed: Sealed, belonging: Belonging): string
}

const ENTRY = /^([a-z0-9][a-z0-9-]{0,31}):([\w-]{43})$/

/**
 * Parses a list of `<id>:<32 bytes as base64url>`, separated by commas, the sealing key first.
 * @returns undefined if the list is malformed, or has a duplicate id or key
 */
export function parseKeys(text: string): readonly EnvelopeKey[] | undefined {
  const keys = text.split(',').map((entry) => {
    const [, id = '', encoded = ''] = ENTRY.exec(entry.trim()) ?? []
    return { id, bytes: new Uint8Array(Buffer.from(encoded, 'base64url')) }
  })
  const isWhole = keys.every(({ id, bytes }) => id && bytes.length === KEY_BYTES && new Set(bytes).size > 1)
  const differ = (values: readonly string[]) => new Set(values).size === values.length
  const areDifferent =
    differ(keys.map(({ id }) => id)) && differ(keys.map(({ bytes }) => Buffer.from(bytes).toString('base64url')))
  return isWhole && areDifferent ? keys : undefined
}

/**
 * AES-256-GCM. The store's name is part of the derived key and of the associated data: even if an operator gives both
 * stores the same key by mistake, neither can open the other's texts.
 * @param keys at least one
 */
export function createKeyRing(keys: readonly EnvelopeKey[], store: ShareStore): KeyRing {
  const ring = new Map(
    keys.map(({ id, bytes }) => [id, Buffer.from(hkdfSync('sha256', bytes, '', `portico shares ${store}`, KEY_BYTES))]),
  )
  const [sealsWith] = ring.keys()
  if (sealsWith === undefined) throw new Error('A share store needs a key.')
  const keyOf = (id: string) => {
    const key = ring.get(id)
    if (!key) throw new Error(`The key "${id}" is not in the key ring.`)
    return key
  }
  const associated = (keyId: string, { subject, splitId }: Belonging) =>
    Buffer.from(JSON.stringify(['portico shares', store, keyId, subject, splitId]))

  return {
    sealsWith,
    keyIds: [...ring.keys()],
    seal(text, belonging) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, keyOf(sealsWith), nonce).setAAD(associated(sealsWith, belonging))
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return { keyId: sealsWith, text: bytes.toString('base64url') }
    },
    open({ keyId, text }, belonging) {
      const key = keyOf(keyId)
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('A share does not open.')
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(associated(keyId, belonging))
          .setAuthTag(bytes.subarray(-TAG_BYTES))
        const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([opened, decipher.final()]).toString('utf8')
      } catch {
        throw new Error('A share does not open.')
      }
    },
  }
}
