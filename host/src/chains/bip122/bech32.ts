const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const LENGTH_MAX = 90
const CHECKSUM_WORDS = 6
/** What the checksum comes to: 1 is BIP-173, the other BIP-350. */
const KINDS: Readonly<Record<number, Bech32['kind']>> = { 1: 'bech32', 734539939: 'bech32m' }

export interface Bech32 {
  readonly kind: 'bech32' | 'bech32m'
  readonly prefix: string
  /** Five bits each. */
  readonly words: readonly number[]
}

/** The remainder over GF(32) that BIP-173 calls so. */
function polymod(values: readonly number[]): number {
  let rest = 1
  for (const value of values) {
    const top = rest >>> 25
    rest = ((rest & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of GENERATORS.entries()) if ((top >>> bit) & 1) rest ^= generator
  }
  return rest
}

/** Undefined when it is none, or its checksum is wrong. */
export function readBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase()
  if (text.length > LENGTH_MAX || (text !== lower && text !== text.toUpperCase())) return undefined
  const separator = lower.lastIndexOf('1')
  const prefix = lower.slice(0, separator)
  const words = Array.from(lower.slice(separator + 1), (letter) => ALPHABET.indexOf(letter))
  if (separator < 1 || words.length < CHECKSUM_WORDS || words.includes(-1)) return undefined
  const letters = Array.from(prefix, (letter) => letter.charCodeAt(0))
  const kind = KINDS[polymod([...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31), ...words])]
  return kind && { kind, prefix, words: words.slice(0, -CHECKSUM_WORDS) }
}

/** Five bits each as eight bits each; undefined when what is left over is more than filling. */
export function bytesOf(words: readonly number[]): number[] | undefined {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const word of words) {
    value = ((value << 5) | word) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 0xff)
  }
  return bits < 5 && (value & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
