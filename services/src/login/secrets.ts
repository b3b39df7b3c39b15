import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** A secret that cannot be guessed: a plain hash of it is safe to store, and is also the key of its row. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
