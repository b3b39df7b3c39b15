import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { crypto, initEccLib } from 'bitcoinjs-lib'

const { lift_x, bytesToNumberBE, numberToBytesBE } = schnorr.utils
const { ProjectivePoint, CURVE } = secp256k1

function isXOnlyPoint(bytes: Uint8Array): boolean {
  try {
    lift_x(bytesToNumberBE(bytes))
    return true
  } catch {
    return false
  }
}

/** The x-coordinate, without the parity byte (BIP-340). */
export const xOnly = (publicKey: Uint8Array): Uint8Array => publicKey.slice(1, 33)

/** The library needs this to support taproot. */
initEccLib({
  isXOnlyPoint,
  xOnlyPointAddTweak(bytes, tweak) {
    const point = lift_x(bytesToNumberBE(bytes)).add(ProjectivePoint.BASE.multiply(bytesToNumberBE(tweak)))
    if (point.equals(ProjectivePoint.ZERO)) return null
    return { parity: point.toAffine().y & 1n ? 1 : 0, xOnlyPubkey: xOnly(point.toRawBytes(true)) }
  },
})

export const publicKeyOf = (privateKey: Uint8Array): Uint8Array => secp256k1.getPublicKey(privateKey, true)

/** The key for a taproot output without scripts (BIP-341, BIP-86). */
export function tweakForTaproot(privateKey: Uint8Array): Uint8Array {
  const publicKey = publicKeyOf(privateKey)
  const key = bytesToNumberBE(privateKey)
  const evenKey = publicKey[0] === 2 ? key : CURVE.n - key
  const tweak = bytesToNumberBE(crypto.taggedHash('TapTweak', xOnly(publicKey)))
  return numberToBytesBE((evenKey + tweak) % CURVE.n, 32)
}

/** 64 bytes, with `s` in the lower half. */
export const signEcdsa = (hash: Uint8Array, privateKey: Uint8Array) => secp256k1.sign(hash, privateKey, { lowS: true })

export const signSchnorr = (hash: Uint8Array, privateKey: Uint8Array): Uint8Array => schnorr.sign(hash, privateKey)
