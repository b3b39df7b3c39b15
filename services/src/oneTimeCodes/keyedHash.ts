import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * For what is kept hashed though it could be guessed. Unlike a plain hash of six digits, it tells nothing to somebody who
 * has the database alone.
 */
export const keyedHash = (key: Uint8Array, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')

/** Takes the same time wherever they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
