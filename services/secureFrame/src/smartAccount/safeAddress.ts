import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '../keys/checksumAddress.ts'
import { PROXY_INIT_CODE_HASH, SAFE, SALT_NONCE } from './contracts.ts'

/** Encoded by hand, because every sign-in needs the address, and an ABI library would be most of the code to load. */
const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

/** `enableModules(address[])` of `moduleSetup`: 4 bytes and three words. */
const ENABLE_MODULE = `8d0dc49f${[word(0x20n), word(1n), word(SAFE.module)].join('')}`
const ENABLE_MODULE_BYTES = 100n
const NONE = word(0n)

/**
 * The call that sets up a new Safe with its one owner and its module. `setup(address[] owners, uint256 threshold,
 * address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)`
 */
export const initializerOf = (owner: string): `0x${string}` =>
  `0xb63e800d${[
    word(0x100n),
    word(1n),
    word(SAFE.moduleSetup),
    word(0x140n),
    word(SAFE.module),
    NONE,
    NONE,
    NONE,
    word(1n),
    word(owner),
    word(ENABLE_MODULE_BYTES),
    ENABLE_MODULE.padEnd(256, '0'),
  ].join('')}`

const keccak = (hex: string): string => bytesToHex(keccak_256(hexToBytes(hex)))

/** The current or future address of an owner's smart account: the same on every network (EIP-1014). */
export function safeAddress(owner: string): `0x${string}` {
  const salt = keccak(`${keccak(initializerOf(owner).slice(2))}${word(SALT_NONCE)}`)
  return checksumAddress(keccak(`ff${SAFE.proxyFactory.slice(2)}${salt}${PROXY_INIT_CODE_HASH}`).slice(-40))
}
