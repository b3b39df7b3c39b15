import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** Nobody guesses it, so its plain hash is all that has to be kept, and is what a row is found by. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
