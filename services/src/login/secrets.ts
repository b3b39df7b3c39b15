import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** A secret that cannot be guessed, so a plain hash of it is safe to store. The hash is also the row's key. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
