import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m } from '@scure/base'
import { decodeBase58, encodeBase58, isSame, joinBytes } from '../bytes.ts'
import { type NetworkKind, networkKindOf, TEST_KINDS } from './networkKind.ts'

/** An address's script type. It decides what is needed to spend from the address. */
export type ScriptType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

export interface BitcoinAddress {
  readonly type: ScriptType
  /** The script of the outputs that pay to the address. */
  readonly script: Uint8Array
  /** The address in its usual spelling: bech32 in lower case. */
  readonly text: string
}

interface Read extends BitcoinAddress {
  /** The kinds of networks with such addresses. In base58, regtest has the same prefixes as the other test networks. */
  readonly kinds: readonly NetworkKind[]
}

const HASH_BYTES = 20
/** A base58 address has 25 bytes. A longer text is not decoded. */
const BASE58_LENGTH_MAX = 50

const OP = { dup: 0x76, hash160: 0xa9, equal: 0x87, equalVerify: 0x88, checkSig: 0xac, one: 0x51 }

const PREFIXES: Readonly<Record<NetworkKind, string>> = { mainnet: 'bc', testnet: 'tb', regtest: 'bcrt' }
const kindOfPrefix = (prefix: string): NetworkKind | undefined =>
  (Object.keys(PREFIXES) as NetworkKind[]).find((kind) => PREFIXES[kind] === prefix)

/** BIP-141 and BIP-341: scripts of the same version differ in the length of their program. */
const PROGRAMS: readonly (readonly [version: number, bytes: number, ScriptType])[] = [
  [0, 20, 'p2wpkh'],
  [0, 32, 'p2wsh'],
  [1, 32, 'p2tr'],
]

const VERSIONS = { p2pkh: { mainnet: 0, test: 111 }, p2sh: { mainnet: 5, test: 196 } } as const

const LEGACY = (['p2pkh', 'p2sh'] as const).flatMap((type) => [
  { type, version: VERSIONS[type].mainnet, kinds: ['mainnet'] as readonly NetworkKind[] },
  { type, version: VERSIONS[type].test, kinds: TEST_KINDS },
])

const legacyScript = (type: 'p2pkh' | 'p2sh', hash: Uint8Array) =>
  type === 'p2pkh'
    ? Uint8Array.of(OP.dup, OP.hash160, HASH_BYTES, ...hash, OP.equalVerify, OP.checkSig)
    : Uint8Array.of(OP.hash160, HASH_BYTES, ...hash, OP.equal)

const opOfVersion = (version: number) => (version === 0 ? 0 : OP.one + version - 1)

/** Reads an address by BIP-173 (version 0) or BIP-350 (later versions). With the other checksum, it is invalid. */
function readWitness(text: string): Read | undefined {
  const coder = [bech32, bech32m].find((one) => one.decodeUnsafe(text))
  const decoded = coder?.decodeUnsafe(text)
  if (!coder || !decoded) return undefined
  const [version, ...words] = decoded.words
  const kind = kindOfPrefix(decoded.prefix)
  const program = coder.fromWordsUnsafe(words)
  if (version === undefined || !kind || !program || (coder === bech32) !== (version === 0)) return undefined
  const type = PROGRAMS.find(([known, bytes]) => known === version && bytes === program.length)?.[2]
  const script = Uint8Array.of(opOfVersion(version), program.length, ...program)
  return type && { type, script, text: text.toLowerCase(), kinds: [kind] }
}

const CHECKSUM_BYTES = 4

const checksumOf = (bytes: Uint8Array) => sha256(sha256(bytes)).subarray(0, CHECKSUM_BYTES)

/** Base58Check with our own base58, so that the adapter's chunk does not contain a second one. */
const encodeBase58Check = (bytes: Uint8Array) => encodeBase58(joinBytes(bytes, checksumOf(bytes)))

function decodeBase58Check(text: string): Uint8Array | undefined {
  const decoded = decodeBase58(text, BASE58_LENGTH_MAX)
  const bytes = decoded?.subarray(0, -CHECKSUM_BYTES)
  return decoded && bytes && isSame(checksumOf(bytes), decoded.subarray(-CHECKSUM_BYTES)) ? bytes : undefined
}

function readLegacy(text: string): Read | undefined {
  const bytes = decodeBase58Check(text)
  const known = LEGACY.find(({ version }) => version === bytes?.[0])
  const hash = bytes?.subarray(1)
  if (!known || hash?.length !== HASH_BYTES) return undefined
  return { type: known.type, script: legacyScript(known.type, hash), text, kinds: known.kinds }
}

/**
 * Reads an address and verifies its checksum.
 * @param caipNetworkId `bip122:` and 32 hexadecimal digits
 * @returns undefined when the text is not a Bitcoin address; `otherNetwork` when it is one of another network
 */
export function readBitcoinAddress(text: string, caipNetworkId: string): BitcoinAddress | 'otherNetwork' | undefined {
  const read = readWitness(text) ?? readLegacy(text)
  if (!read) return undefined
  const { kinds, ...address } = read
  return kinds.some((kind) => kind === networkKindOf(caipNetworkId)) ? address : 'otherNetwork'
}

/** The address, if it belongs to this network; otherwise undefined. */
export function addressOnNetwork(text: string, caipNetworkId: string): BitcoinAddress | undefined {
  const address = readBitcoinAddress(text, caipNetworkId)
  return typeof address === 'object' ? address : undefined
}

/** A witness script consists of OP_0 or of OP_1 to OP_16, and of a program of 2 to 40 bytes (BIP-141). */
function witnessOf(script: Uint8Array): readonly [version: number, program: Uint8Array] | undefined {
  const [first = 0xff, length] = script
  const version = first === 0 ? 0 : first - OP.one + 1
  const isWitness = (first === 0 || (version >= 1 && version <= 16)) && length === script.length - 2
  return isWitness && script.length >= 4 && script.length <= 42 ? [version, script.subarray(2)] : undefined
}

/** The address for an output's script; undefined if the script has no address form, or if the network is unknown. */
export function addressOfScript(script: Uint8Array, caipNetworkId: string): string | undefined {
  const kind = networkKindOf(caipNetworkId)
  if (!kind) return undefined
  const witness = witnessOf(script)
  if (witness) {
    const [version, program] = witness
    const coder = version === 0 ? bech32 : bech32m
    return coder.encode(PREFIXES[kind], [version, ...coder.toWords(program)])
  }
  for (const [type, hash] of [
    ['p2pkh', script.subarray(3, 3 + HASH_BYTES)],
    ['p2sh', script.subarray(2, 2 + HASH_BYTES)],
  ] as const) {
    if (!isSame(script, legacyScript(type, hash))) continue
    return encodeBase58Check(Uint8Array.of(VERSIONS[type][kind === 'mainnet' ? 'mainnet' : 'test'], ...hash))
  }
  return undefined
}
