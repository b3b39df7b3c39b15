import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** ERC-55. @param hex 40 digits in lower case, without `0x` */
export function checksumAddress(hex: string): `0x${string}` {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  return `0x${hex.replace(/[a-f]/g, (digit, at: number) => ((hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit))}`
}
