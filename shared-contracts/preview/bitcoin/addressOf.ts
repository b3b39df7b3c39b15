import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { CaipNetworkId } from '../../src/caip.ts'

interface Writing {
  readonly prefix: string
  /** The first bytes of P2PKH and of P2SH. */
  readonly versions: readonly [number, number]
}
const TEST = [111, 196] as const

/** By the first 32 digits of the hash of the first block (CAIP-4). */
const WRITINGS: Readonly<Record<string, Writing>> = {
  'bip122:000000000019d6689c085ae165831e93': { prefix: 'bc', versions: [0, 5] },
  'bip122:000000000933ea01ad0ee984209779ba': { prefix: 'tb', versions: TEST },
  'bip122:00000000da84f2bafbbc53dee25a72ae': { prefix: 'tb', versions: TEST },
  'bip122:00000008819873e925422c1ff0f99f7c': { prefix: 'tb', versions: TEST },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { prefix: 'bcrt', versions: TEST },
}

const base58check = createBase58check(sha256)
const HASH_BYTES = 20

const begins = (script: Uint8Array, ...bytes: readonly number[]) => bytes.every((byte, index) => script[index] === byte)
const ends = (script: Uint8Array, ...bytes: readonly number[]) =>
  bytes.every((byte, index) => script[script.length - bytes.length + index] === byte)

/** OP_0 or OP_1 to OP_16, and a program of 2 to 40 bytes (BIP-141). */
function witnessOf(script: Uint8Array): readonly [version: number, program: Uint8Array] | undefined {
  const [first = 0xff, length] = script
  const version = first === 0 ? 0 : first - 0x50
  const isWitness = (first === 0 || (version >= 1 && version <= 16)) && length === script.length - 2
  return isWitness && script.length >= 4 && script.length <= 42 ? [version, script.subarray(2)] : undefined
}

/** The address that a script is written as; undefined for one that has none. */
export function addressOfScript(script: Uint8Array, caipNetworkId: CaipNetworkId): string | undefined {
  const writing = WRITINGS[caipNetworkId]
  if (!writing) return undefined
  const { prefix, versions } = writing
  const witness = witnessOf(script)
  if (witness) {
    const [version, program] = witness
    const coder = version === 0 ? bech32 : bech32m
    return coder.encode(prefix, [version, ...coder.toWords(program)])
  }
  const check = (version: number, hash: Uint8Array) => base58check.encode(Uint8Array.from([version, ...hash]))
  // OP_DUP OP_HASH160 … OP_EQUALVERIFY OP_CHECKSIG, or OP_HASH160 … OP_EQUAL.
  if (script.length === 25 && begins(script, 0x76, 0xa9, HASH_BYTES) && ends(script, 0x88, 0xac)) {
    return check(versions[0], script.subarray(3, 23))
  }
  if (script.length === 23 && begins(script, 0xa9, HASH_BYTES) && ends(script, 0x87)) {
    return check(versions[1], script.subarray(2, 22))
  }
  return undefined
}
