import { createHash, randomBytes } from 'node:crypto'

/** A secret that cannot be guessed, so that a plain hash of it is safe to store. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in base64url, as WebAuthn writes challenges. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64url')
