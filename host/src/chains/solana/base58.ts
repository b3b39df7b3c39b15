/** Bitcoin's alphabet, which Solana writes keys and signatures in. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Digits of one base as digits of another, the highest first. Leading zeros stand for themselves. */
function convert(digits: Iterable<number>, from: number, to: number): number[] {
  const result: number[] = [] // the lowest first
  let zeros = 0
  for (const digit of digits) {
    if (digit === 0 && result.length === 0) zeros++
    let carry = digit
    for (let i = 0; i < result.length; i++) {
      carry += (result[i] ?? 0) * from
      result[i] = carry % to
      carry = Math.floor(carry / to)
    }
    for (; carry > 0; carry = Math.floor(carry / to)) result.push(carry % to)
  }
  return [...Array<number>(zeros).fill(0), ...result.reverse()]
}

export const encodeBase58 = (bytes: Uint8Array): string =>
  convert(bytes, 256, 58)
    .map((digit) => ALPHABET[digit])
    .join('')

/** Undefined when it is no base58. */
export function decodeBase58(text: string): Uint8Array | undefined {
  const digits = Array.from(text, (character) => ALPHABET.indexOf(character))
  return digits.includes(-1) ? undefined : Uint8Array.from(convert(digits, 58, 256))
}
