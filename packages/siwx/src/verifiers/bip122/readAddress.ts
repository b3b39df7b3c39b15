import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

type OutputType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

/** The output that an address stands for. */
export interface Output {
  readonly type: OutputType
  /** The hash or P2TR key in the script. */
  readonly program: Uint8Array
  readonly script: Uint8Array
}

type Chain = 'main' | 'test' | 'regtest'

/** CAIP-2 references are the first 32 digits of the genesis block's hash. */
const CHAINS: Readonly<Record<string, Chain>> = {
  '000000000019d6689c085ae165831e93': 'main',
  // testnet 3, testnet 4, signet
  '000000000933ea01ad0ee984209779ba': 'test',
  '00000000da84f2bafbbc53dee25a72ae': 'test',
  '00000008819873e925422c1ff0f99f7c': 'test',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

const PREFIXES: Readonly<Record<string, Chain>> = { bc: 'main', tb: 'test', bcrt: 'regtest' }
/** Base58 addresses are the same on all test networks. */
const VERSIONS: Readonly<Record<number, { type: OutputType; chains: readonly Chain[] }>> = {
  0: { type: 'p2pkh', chains: ['main'] },
  5: { type: 'p2sh', chains: ['main'] },
  111: { type: 'p2pkh', chains: ['test', 'regtest'] },
  196: { type: 'p2sh', chains: ['test', 'regtest'] },
}

const script: Readonly<Record<OutputType, (program: Uint8Array) => Uint8Array>> = {
  p2pkh: (program) => Uint8Array.of(0x76, 0xa9, 0x14, ...program, 0x88, 0xac),
  p2sh: (program) => Uint8Array.of(0xa9, 0x14, ...program, 0x87),
  p2wpkh: (program) => Uint8Array.of(0x00, 0x14, ...program),
  p2tr: (program) => Uint8Array.of(0x51, 0x20, ...program),
}

const output = (type: OutputType, program: Uint8Array): Output => ({ type, program, script: script[type](program) })

function readSegwit(address: string): { output: Output; chains: readonly Chain[] } | undefined {
  // Version 0 uses the first checksum, later ones the second (BIP-350).
  const [decoded, type, length] = bech32.decodeUnsafe(address)
    ? ([bech32.decodeUnsafe(address), 'p2wpkh', 20] as const)
    : ([bech32m.decodeUnsafe(address), 'p2tr', 32] as const)
  const chain = PREFIXES[decoded?.prefix ?? '']
  const [version, ...words] = decoded?.words ?? []
  if (!chain || version !== (type === 'p2wpkh' ? 0 : 1)) return undefined
  const program = bech32.fromWordsUnsafe(words)
  return program?.length === length ? { output: output(type, program), chains: [chain] } : undefined
}

/**
 * Reads single-key addresses: P2PKH, P2SH, P2WPKH and P2TR. Undefined for anything else and for another network's
 * address.
 * @param reference of the CAIP-2 id; an unknown reference matches any kind of network
 */
export function readAddress(address: string, reference: string): Output | undefined {
  const segwit = readSegwit(address)
  const chain = CHAINS[reference]
  const isOn = (chains: readonly Chain[]) => chain === undefined || chains.includes(chain)
  if (segwit) return isOn(segwit.chains) ? segwit.output : undefined

  const [version, ...program] = createBase58check(sha256).decode(address)
  const known = VERSIONS[version ?? -1]
  return known && program.length === 20 && isOn(known.chains) ? output(known.type, Uint8Array.from(program)) : undefined
}
