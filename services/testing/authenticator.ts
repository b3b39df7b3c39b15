import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A passkey in software that signs what it is asked to, with a real P-256 key (WebAuthn §6.5, attestation `none`). */
export interface TestPasskey {
  readonly id: string
  /** What `navigator.credentials.create` would answer, as JSON. */
  register(challenge: string, origin?: string): object
  /** What `navigator.credentials.get` would answer, as JSON. @param flags 5: present and verified; 1: only present */
  assert(challenge: string, options?: { origin?: string; flags?: number }): object
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** @param consoleOrigin the page on which the passkey is used */
export function createTestPasskey(consoleOrigin: string): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const rpIdHash = sha256(new URL(consoleOrigin).hostname)
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const common = { id, rawId: id, type: 'public-key' }

  return {
    id,
    register(challenge, origin = consoleOrigin) {
      const attested = Buffer.concat([
        rpIdHash,
        Buffer.from([0x45, 0, 0, 0, 0]),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        isoCBOR.encode(cose),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(attested)],
      ])
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url')
      return { ...common, response: { clientDataJSON, attestationObject } }
    },
    assert(challenge, { origin = consoleOrigin, flags = 5 } = {}) {
      const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([flags, 0, 0, 0, 0])])
      const client = clientData('webauthn.get', challenge, origin)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
