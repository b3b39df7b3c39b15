import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'

/** BIP-86: whether an output is that of this key and of no script. Wallets tell one key or the other as theirs. */
export function isInternalKey(key: Uint8Array, outputKey: Uint8Array): boolean {
  try {
    const { bytesToNumberBE, lift_x, taggedHash, pointToBytes } = schnorr.utils
    const point = lift_x(bytesToNumberBE(key))
    const tweak = bytesToNumberBE(taggedHash('TapTweak', key)) % secp256k1.CURVE.n
    const tweaked = pointToBytes(point.add(secp256k1.ProjectivePoint.BASE.multiply(tweak)))
    return tweaked.every((byte, index) => byte === outputKey[index])
  } catch {
    return false // it is no key
  }
}
