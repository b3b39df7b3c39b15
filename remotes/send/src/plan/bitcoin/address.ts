import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** What an address stands for, and with it what it takes to spend from it. */
export type ScriptType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

export interface BitcoinAddress {
  readonly type: ScriptType
  /** The script that outputs to it have. */
  readonly script: Uint8Array
  /** In the writing that everybody compares. */
  readonly text: string
}

/** How a network's addresses begin. The test networks but regtest share theirs. */
type Writing = 'mainnet' | 'testnet' | 'regtest'

/** By the first 32 digits of the hash of the first block (CAIP-4): testnet3, testnet4 and signet write alike. */
const WRITINGS: Readonly<Record<string, Writing>> = {
  'bip122:000000000019d6689c085ae165831e93': 'mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'testnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'testnet',
  'bip122:00000008819873e925422c1ff0f99f7c': 'testnet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

interface Read extends BitcoinAddress {
  /** Base58 writes regtest like every other test network. */
  readonly writings: readonly Writing[]
}

const PREFIXES: readonly (readonly [string, Writing])[] = [
  ['bc', 'mainnet'],
  ['tb', 'testnet'],
  ['bcrt', 'regtest'],
]
/** BIP-141: so many bytes follow the version. */
const PROGRAMS: readonly (readonly [version: number, bytes: number, ScriptType])[] = [
  [0, 20, 'p2wpkh'],
  [0, 32, 'p2wsh'],
  [1, 32, 'p2tr'],
]

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined // a wrong checksum, or another alphabet
  }
}

/** BIP-173 for version 0, BIP-350 for the later ones: one with the other's checksum is none. */
function readWitness(text: string): Read | undefined {
  const [coder, decoded] =
    [bech32, bech32m].flatMap((one) => {
      const found = attempt(() => one.decode(text as `${string}1${string}`))
      return found ? [[one, found] as const] : []
    })[0] ?? []
  const [version, ...words] = decoded?.words ?? []
  const writing = PREFIXES.find(([prefix]) => prefix === decoded?.prefix)?.[1]
  const program = coder && attempt(() => coder.fromWords(words))
  if (version === undefined || !writing || !program || (coder === bech32) !== (version === 0)) return undefined
  const type = PROGRAMS.find(([known, bytes]) => known === version && bytes === program.length)?.[2]
  // OP_0, or OP_1.
  const script = Uint8Array.from([version === 0 ? 0 : 0x50 + version, program.length, ...program])
  return type && { type, script, text: text.toLowerCase(), writings: [writing] }
}

const base58check = createBase58check(sha256)
const TEST: readonly Writing[] = ['testnet', 'regtest']
const VERSIONS: Readonly<Record<number, readonly ['p2pkh' | 'p2sh', readonly Writing[]]>> = {
  0: ['p2pkh', ['mainnet']],
  5: ['p2sh', ['mainnet']],
  111: ['p2pkh', TEST],
  196: ['p2sh', TEST],
}
const HASH_BYTES = 20
/** What is longer is not worked through. */
const LENGTH_MAX = 50

function readLegacy(text: string): Read | undefined {
  const bytes = text.length <= LENGTH_MAX ? attempt(() => base58check.decode(text)) : undefined
  const [version, ...hash] = bytes ?? []
  const [type, writings] = (version !== undefined && VERSIONS[version]) || []
  if (!type || !writings || hash.length !== HASH_BYTES) return undefined
  // OP_DUP OP_HASH160 … OP_EQUALVERIFY OP_CHECKSIG, or OP_HASH160 … OP_EQUAL.
  const script = type === 'p2pkh' ? [0x76, 0xa9, HASH_BYTES, ...hash, 0x88, 0xac] : [0xa9, HASH_BYTES, ...hash, 0x87]
  return { type, script: Uint8Array.from(script), text, writings }
}

/** What an address is, by its checksum and not by its looks (chains.md, pitfall 38). Undefined: it is none. */
export function readBitcoinAddress(text: string, caipNetworkId: string): BitcoinAddress | 'otherNetwork' | undefined {
  const read = readWitness(text) ?? readLegacy(text)
  if (!read) return undefined
  const { writings, ...address } = read
  return writings.some((one) => one === WRITINGS[caipNetworkId]) ? address : 'otherNetwork'
}
