import { readBase58check } from './base58check.ts'
import { bytesOf, readBech32 } from './bech32.ts'
import type { AddressNetwork, BitcoinNetwork } from './networks.ts'

export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

export interface BitcoinAddress {
  readonly type: AddressType
  /** Base58 writes regtest like every other test network: then this is `testnet`. */
  readonly network: AddressNetwork
  readonly isBase58: boolean
}

const HASH_BYTES = 20

const VERSIONS: Readonly<Record<number, Pick<BitcoinAddress, 'type' | 'network'>>> = {
  0: { type: 'p2pkh', network: 'mainnet' },
  5: { type: 'p2sh', network: 'mainnet' },
  111: { type: 'p2pkh', network: 'testnet' },
  196: { type: 'p2sh', network: 'testnet' },
}

const PREFIXES: Readonly<Record<string, AddressNetwork>> = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' }

function readLegacy(text: string): BitcoinAddress | undefined {
  const [version, ...hash] = readBase58check(text) ?? []
  const known = version === undefined ? undefined : VERSIONS[version]
  return known && hash.length === HASH_BYTES ? { ...known, isBase58: true } : undefined
}

function typeOfProgram(version: number | undefined, bytes: number): AddressType | undefined {
  if (version === 0) return bytes === 20 ? 'p2wpkh' : bytes === 32 ? 'p2wsh' : undefined
  return version === 1 && bytes === 32 ? 'p2tr' : undefined
}

/** BIP-173 for version 0, BIP-350 for the later ones: one with the other's checksum is none. */
function readWitness(text: string): BitcoinAddress | undefined {
  const { kind, prefix = '', words: [version, ...words] = [] } = readBech32(text) ?? {}
  const type = typeOfProgram(version, bytesOf(words)?.length ?? 0)
  const network = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined
  const isItsKind = (kind === 'bech32') === (version === 0)
  return type && network && isItsKind ? { type, network, isBase58: false } : undefined
}

/** What an address is, by its checksum and not by its looks (chains.md, pitfall 38). Undefined: it is none. */
export const readAddress = (text: string): BitcoinAddress | undefined => readWitness(text) ?? readLegacy(text)

/** What an address of this network is; undefined: it is none of this network. */
export function addressOn(text: string, { addresses }: BitcoinNetwork): BitcoinAddress | undefined {
  const address = readAddress(text)
  if (!address) return undefined
  const isHere = address.isBase58
    ? (address.network === 'mainnet') === (addresses === 'mainnet')
    : address.network === addresses
  return isHere ? address : undefined
}
