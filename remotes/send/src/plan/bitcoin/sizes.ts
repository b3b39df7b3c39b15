import type { ScriptType } from '@portico/contracts/chains/bitcoin/address'

/**
 * Transaction weights (BIP-141) and dust limits. Fees in satoshis, rates in thousandths of a satoshi per virtual byte.
 */

/** Address types that a single signature spends from. */
export type SpendType = Exclude<ScriptType, 'p2wsh'>

/** Input weights with the longest usual signatures: 72 bytes for ECDSA, 65 for Schnorr. */
const INPUT_WEIGHT: Readonly<Record<SpendType, number>> = {
  // 41 bytes plus a script with a signature and a key.
  p2pkh: (41 + 1 + 72 + 1 + 33) * 4,
  p2wpkh: 41 * 4 + 1 + 1 + 72 + 1 + 33,
  // The script is the witness program (BIP-141, P2SH-P2WPKH).
  p2sh: (41 + 23) * 4 + 1 + 1 + 72 + 1 + 33,
  p2tr: 41 * 4 + 1 + 1 + 65,
}

const OUTPUT_BYTES: Readonly<Record<ScriptType, number>> = {
  p2pkh: 34,
  p2sh: 32,
  p2wpkh: 31,
  p2wsh: 43,
  p2tr: 43,
}

/** https://github.com/bitcoin/bitcoin/blob/master/src/policy/policy.cpp, `GetDustThreshold`: the relay minimum. */
export const DUST: Readonly<Record<ScriptType, bigint>> = {
  p2pkh: 546n,
  p2sh: 540n,
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
}

/** CompactSize of the input and output counts. */
const countBytes = (count: number) => (count < 0xfd ? 1 : 3)
const SEGWIT_WEIGHT = 2

/** The size in virtual bytes, rounded up. */
export function virtualBytes(spends: SpendType, inputs: number, outputs: readonly ScriptType[]): bigint {
  const outputBytes = outputs.reduce((sum, type) => sum + OUTPUT_BYTES[type], 0)
  const weight =
    (8 + countBytes(inputs) + countBytes(outputs.length) + outputBytes) * 4 +
    (spends === 'p2pkh' ? 0 : SEGWIT_WEIGHT) +
    inputs * INPUT_WEIGHT[spends]
  return BigInt(Math.ceil(weight / 4))
}

/** The fee, rounded up because nodes do not relay less. */
export const feeAt = (rate: bigint, bytes: bigint): bigint => (rate * bytes + 999n) / 1_000n
