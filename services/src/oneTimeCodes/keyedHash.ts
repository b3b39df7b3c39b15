import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * For guessable values that are stored hashed. Unlike a plain hash of six digits, it reveals nothing to someone who
 * has the database alone.
 */
export const keyedHash = (key: Uint8Array, ...parts: readonly string[]): string =>
  keyedDigest(key, ...parts).toString('hex')

/** The same as bytes, also for secrets that derive from others. */
export const keyedDigest = (key: Uint8Array, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** Compares in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
