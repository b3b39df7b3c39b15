import { sha256 } from '@noble/hashes/sha2.js'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CHECKSUM_BYTES = 4
/** An address has 25 bytes; what is longer is not worked through. */
const LENGTH_MAX = 50

/** The bytes without their checksum; undefined when that is wrong, or it is no base58. */
export function readBase58check(text: string): Uint8Array | undefined {
  const digits = Array.from(text, (letter) => ALPHABET.indexOf(letter))
  if (digits.length > LENGTH_MAX || digits.includes(-1)) return undefined
  const bytes: number[] = [] // the lowest first
  for (const digit of digits) {
    let carry = digit
    for (const [index, byte] of bytes.entries()) {
      carry += byte * 58
      bytes[index] = carry & 0xff
      carry >>= 8
    }
    for (; carry; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = digits.findIndex((digit) => digit !== 0)
  const whole = Uint8Array.from([...Array<number>(Math.max(zeros, 0)).fill(0), ...bytes.reverse()])
  const payload = whole.subarray(0, -CHECKSUM_BYTES)
  const checksum = sha256(sha256(payload))
  const isRight = whole.length > CHECKSUM_BYTES && whole.slice(-CHECKSUM_BYTES).every((byte, i) => byte === checksum[i])
  return isRight ? payload : undefined
}
