import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * An operator's signature in the audit trail (decision 0057), with binary values in base64url.
 * @typedef {object} ActionSignature
 * @property {string} operator
 * @property {string} text what was signed
 * @property {Record<string, string>} publicKey a JSON Web Key
 * @property {string} authenticatorData
 * @property {string} clientDataJSON
 * @property {string} signature
 */

const bytes = (/** @type {string} */ text) => Buffer.from(text, 'base64url')
const sha256 = (/** @type {string | Buffer} */ data) => createHash('sha256').update(data).digest()

/** WebAuthn §6.1: the authenticator has recognised its owner. */
const USER_VERIFIED = 0x04

/**
 * Whether the passkey with this public key has signed the text (WebAuthn §7.2). Needs nothing but the row itself; whose
 * the passkey is, the list of operators tells.
 * @param {ActionSignature} signature
 */
export function isSignedByPasskey({ text, publicKey, authenticatorData, clientDataJSON, signature }) {
  try {
    const { type, challenge } = JSON.parse(bytes(clientDataJSON).toString('utf8'))
    if (type !== 'webauthn.get' || challenge !== sha256(text).toString('base64url')) return false
    const data = bytes(authenticatorData)
    if (((data[32] ?? 0) & USER_VERIFIED) === 0) return false
    const key = createPublicKey({ key: publicKey, format: 'jwk' })
    const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    return verify(hash, Buffer.concat([data, sha256(bytes(clientDataJSON))]), key, bytes(signature))
  } catch {
    // Malformed values are no signature.
    return false
  }
}
