import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32 } from '@scure/base'
import type { Addresses } from '../interfaces.ts'
import { checksumAddress } from './checksumAddress.ts'
import { withKeys } from './deriveKeys.ts'

function evmAddress(privateKey: Uint8Array): string {
  const point = secp256k1.getPublicKey(privateKey, false)
  return checksumAddress(bytesToHex(keccak_256(point.subarray(1)).subarray(12)))
}

const keyHash = (privateKey: Uint8Array) => ripemd160(sha256(secp256k1.getPublicKey(privateKey, true)))

/** BIP-84 and BIP-173: pay to witness public key hash on Bitcoin's main network. */
const bitcoinAddress = (privateKey: Uint8Array) => bech32.encode('bc', [0, ...bech32.toWords(keyHash(privateKey))])

const cosmosAddress = (privateKey: Uint8Array) => bech32.encode('cosmos', bech32.toWords(keyHash(privateKey)))

/** Polkadot's own prefix. */
const SS58_PREFIX = 0
const SS58_CHECKSUM_BYTES = 2

/** The SS58 address of a public key. */
export function ss58Address(publicKey: Uint8Array): string {
  const content = concatBytes(Uint8Array.of(SS58_PREFIX), publicKey)
  const hash = blake2b(concatBytes(utf8ToBytes('SS58PRE'), content))
  return base58.encode(concatBytes(content, hash.subarray(0, SS58_CHECKSUM_BYTES)))
}

/** The addresses of a seed on each family: the first account on the main network. */
export const deriveAddresses = (seed: Uint8Array): Promise<Addresses> =>
  withKeys(seed, (keys) => ({
    eip155: evmAddress(keys.secp256k1('eip155')),
    solana: base58.encode(ed25519.getPublicKey(keys.ed25519('solana'))),
    bip122: bitcoinAddress(keys.secp256k1('bip122')),
    cosmos: cosmosAddress(keys.secp256k1('cosmos')),
    polkadot: ss58Address(ed25519.getPublicKey(keys.ed25519('polkadot'))),
  }))
