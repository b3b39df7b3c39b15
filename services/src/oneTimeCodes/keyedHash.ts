import { createHmac, timingSafeEqual } from 'node:crypto'

/** A hash for guessable values. Unlike a plain hash of six digits, it is useless to someone with only the database. */
export const keyedHash = (key: Uint8Array, ...parts: readonly string[]): string =>
  keyedDigest(key, ...parts).toString('hex')

/** The same hash as bytes; also used to derive secrets from other secrets. */
export const keyedDigest = (key: Uint8Array, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** Compares in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
