import { sha256 } from '@noble/hashes/sha2.js'
import { decodeBase58, encodeBase58 } from '../bytes.ts'
import { ASSOCIATED_TOKEN_PROGRAM } from './programs.ts'

const KEY_BYTES = 32

/** The maximum number of base58 characters for 32 bytes. */
const ADDRESS_LENGTH_MAX = 44

/** The 32 bytes of an address; undefined when the text is not an address (chains.md, pitfall 38). */
export function addressBytes(text: unknown): Uint8Array | undefined {
  const bytes = decodeBase58(text, ADDRESS_LENGTH_MAX)
  return bytes?.length === KEY_BYTES ? bytes : undefined
}

export const isSolanaAddress = (value: unknown): value is string => addressBytes(value) !== undefined

/** @throws TypeError when the text is not an address */
export function bytesOf(address: string): Uint8Array {
  const bytes = addressBytes(address)
  if (!bytes) throw new TypeError(`${address} is no address`)
  return bytes
}

/** RFC 8032 §5.1: the Ed25519 curve is -x² + y² = 1 + d x² y² over the integers modulo p. */
const P = 2n ** 255n - 19n
/** This is -121665/121666 modulo p. */
const D = 37_095_705_934_669_439_343_138_083_508_754_565_189_542_113_879_843_219_016_388_785_533_085_940_283_555n
const SIGN = 2n ** 255n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % P
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

/**
 * Whether an address can have a key. Only programs sign for addresses that cannot. By Euler's criterion: this y has an
 * x when x² = (y² - 1) / (d y² + 1) has a root.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const number = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const y = (number % SIGN) % P
  const squared = (y * y) % P
  return power((squared - 1n + P) * ((D * squared + 1n) % P), (P - 1n) / 2n) !== P - 1n
}

const MARK = new TextEncoder().encode('ProgramDerivedAddress')

/** The address a program signs for: the first of 256 hashes that is off the curve. https://solana.com/docs/core/pda */
export function programAddress(seeds: readonly Uint8Array[], program: string): string {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256.create()
    for (const part of [...seeds, Uint8Array.of(bump), bytesOf(program), MARK]) hash.update(part)
    const bytes = hash.digest()
    if (!isOnCurve(bytes)) return encodeBase58(bytes)
  }
  throw new RangeError('every hash is a key')
}

/** The address of the default account in which an owner holds the tokens of a mint. */
export const associatedAccount = (owner: string, mint: string, tokenProgram: string): string =>
  programAddress([bytesOf(owner), bytesOf(tokenProgram), bytesOf(mint)], ASSOCIATED_TOKEN_PROGRAM)
