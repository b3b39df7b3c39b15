import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Hex } from '@portico/contracts/preview'
import type { Matter } from '../../approval/matter.ts'
import type { Signers } from '../../interfaces.ts'
import { withOwnKey } from '../ownKeys.ts'

export interface EvmSignature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
}

/** Signs deterministically (RFC 6979), with the lower `s` (EIP-2). The key stays in bytes, which can be overwritten. */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): EvmSignature {
  const signature = secp256k1.sign(hash, privateKey, { prehash: false, lowS: true, format: 'recovered' })
  const [recovery] = signature
  return {
    r: `0x${bytesToHex(signature.subarray(1, 33))}`,
    s: `0x${bytesToHex(signature.subarray(33, 65))}`,
    yParity: recovery === 0 ? 0 : 1,
  }
}

/** The format in which `personal_sign` and `eth_signTypedData_v4` answer: r, s, and 27 or 28. */
export const serializeSignature = ({ r, s, yParity }: EvmSignature): Hex =>
  `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`

/** The last 20 bytes of the public key's hash; the hash leaves out the prefix byte for the key's format. */
const addressOf = (privateKey: Uint8Array): string =>
  `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(privateKey, false).subarray(1)).subarray(12))}`

/** Lends the key of the shown account. @throws Refused `notConnected` if the account is no longer the visitor's */
export const withEvmAccount = <T>(
  signers: Signers,
  matter: Pick<Matter, 'account'>,
  use: (privateKey: Uint8Array) => Promise<T>,
): Promise<T> => withOwnKey<T>((sign) => signers.withEvmKey(sign), addressOf, matter, use)
