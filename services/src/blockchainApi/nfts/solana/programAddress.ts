import { createHash } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'

/** RFC 8032 §5.1: the curve of Ed25519 is -x² + y² = 1 + d x² y² over the integers modulo p. */
const P = 2n ** 255n - 19n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % P
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

const D = ((P - 121_665n) * power(121_666n, P - 2n)) % P

/** Whether 32 bytes are a public key: there is an x to this y when x² = (y² - 1) / (d y² + 1) has a root (Euler). */
export function isOnCurve(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).reverse().toString('hex')
  // The highest bit is the sign of x.
  const y = (BigInt(`0x${text}`) & (2n ** 255n - 1n)) % P
  const squared = (y * y) % P
  return power((squared - 1n + P) * ((D * squared + 1n) % P), (P - 1n) / 2n) !== P - 1n
}

const MARK = Buffer.from('ProgramDerivedAddress')
const BUMPS = 256

const bytesOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

/**
 * The address that a program signs for: the first of 256 hashes that is no public key, so that nobody has its key.
 * https://solana.com/docs/core/pda
 */
export function programAddress(seeds: readonly Uint8Array[], program: string): string {
  for (let bump = BUMPS - 1; bump >= 0; bump--) {
    const content = Buffer.concat([...seeds, Uint8Array.of(bump), bytesOf(program), MARK])
    const hash = createHash('sha256').update(content).digest()
    if (!isOnCurve(hash)) return encodeBase58(hash)
  }
  throw new Error('No hash is off the curve')
}

/** https://developers.metaplex.com/token-metadata */
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** Where the Token Metadata program keeps what it knows of a mint. */
export const metadataAddress = (mint: string) =>
  programAddress([Buffer.from('metadata'), bytesOf(METADATA_PROGRAM), bytesOf(mint)], METADATA_PROGRAM)
