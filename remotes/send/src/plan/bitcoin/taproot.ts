import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'

/** BIP-86: whether the output belongs to this key without a script. Wallets report either key as theirs. */
export function isInternalKey(key: Uint8Array, outputKey: Uint8Array): boolean {
  try {
    const { bytesToNumberBE, lift_x, taggedHash, pointToBytes } = schnorr.utils
    const point = lift_x(bytesToNumberBE(key))
    const tweak = bytesToNumberBE(taggedHash('TapTweak', key)) % secp256k1.CURVE.n
    const tweaked = pointToBytes(point.add(secp256k1.ProjectivePoint.BASE.multiply(tweak)))
    return tweaked.every((byte, index) => byte === outputKey[index])
  } catch {
    return false // not a valid key
  }
}
