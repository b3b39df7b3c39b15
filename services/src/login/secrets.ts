import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** Unguessable, so a plain hash is enough, which is also the row's key. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
