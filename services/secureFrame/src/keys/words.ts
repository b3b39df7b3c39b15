import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const WORD_BITS = 11

/** BIP-39: the seed is the entropy, and the first bits of its hash are the checksum. */
function indicesOf(seed: Uint8Array): number[] {
  const indices: number[] = []
  let [bits, count] = [0, 0]
  for (const byte of [...seed, sha256(seed)[0] ?? 0]) {
    bits = ((bits << 8) | byte) & 0xfffff
    count += 8
    if (count < WORD_BITS) continue
    count -= WORD_BITS
    indices.push((bits >> count) & 0x7ff)
  }
  return indices
}

const wordsOf = (seed: Uint8Array) => indicesOf(seed).map((index) => wordlist[index] ?? '')

/** For moving to another wallet: 24 words (BIP-39, empty passphrase), in a string that cannot be overwritten. */
export const exportWords = (seed: Uint8Array): string => wordsOf(seed).join(' ')

const ROUNDS = 2_048
const MASTER_BITS = 512
const SALT = utf8ToBytes('mnemonic')

/** BIP-39: the input of BIP-32 and SLIP-10, which the caller overwrites. The words are never one string in memory. */
export async function masterSeedOf(seed: Uint8Array): Promise<Uint8Array> {
  const words = wordsOf(seed).map(utf8ToBytes)
  const sentence = new Uint8Array(words.reduce((length, word) => length + word.length + 1, -1)).fill(0x20)
  let at = 0
  for (const word of words) {
    sentence.set(word, at)
    at += word.length + 1
    word.fill(0)
  }
  try {
    const key = await crypto.subtle.importKey('raw', sentence, 'PBKDF2', false, ['deriveBits'])
    const derivation = { name: 'PBKDF2', hash: 'SHA-512', salt: SALT, iterations: ROUNDS }
    return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, MASTER_BITS))
  } finally {
    sentence.fill(0)
  }
}
