import { Psbt, type Signer, Transaction } from 'bitcoinjs-lib'
import { invalidParams } from '../providerError.ts'
import type { BitcoinAddress } from './createBitcoinAddresses.ts'
import { publicKeyOf, signEcdsa, signSchnorr, xOnly } from './secp256k1.ts'

/** One input to sign, with the options that most wallets support. */
export interface InputToSign {
  readonly index: number
  readonly sighashTypes?: readonly number[]
  /** Taproot only: signs with the untweaked derived key, for a script. */
  readonly disableTweakSigner?: boolean
}

const signerOf = (privateKey: Uint8Array): Signer => ({
  publicKey: publicKeyOf(privateKey),
  sign: (hash) => signEcdsa(hash, privateKey).toCompactRawBytes(),
  signSchnorr: (hash) => signSchnorr(hash, privateKey),
})

const isSame = (left: Uint8Array, right: Uint8Array) =>
  left.length === right.length && left.every((byte, i) => byte === right[i])

/** The script that the input spends; undefined if the PSBT does not contain it. */
function spentScript(psbt: Psbt, index: number): Uint8Array | undefined {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[index] ?? {}
  if (witnessUtxo) return witnessUtxo.script
  const spent = psbt.txInputs[index]
  return nonWitnessUtxo && spent && Transaction.fromBuffer(nonWitnessUtxo).outs[spent.index]?.script
}

function signInput(psbt: Psbt, { index, sighashTypes, disableTweakSigner }: InputToSign, own: BitcoinAddress) {
  const types = sighashTypes && [...sighashTypes]
  if (own.addressType === 'p2tr') {
    if (!psbt.data.inputs[index]?.tapInternalKey) psbt.updateInput(index, { tapInternalKey: xOnly(own.publicKey) })
    const key = disableTweakSigner ? own.privateKey : own.spendingKey
    psbt.signTaprootInput(index, signerOf(key), undefined, types)
  } else psbt.signInput(index, signerOf(own.spendingKey), types)
}

/**
 * Signs inputs of a PSBT (BIP-174), in place.
 * @param inputs by default, all that spend from one of the addresses
 * @throws ProviderError -32602 if a listed input is missing or spends from elsewhere, or if there is nothing to sign
 */
export function signPsbt(psbt: Psbt, addresses: readonly BitcoinAddress[], inputs?: readonly InputToSign[]) {
  const ownerOf = (index: number) => {
    const script = spentScript(psbt, index)
    return script && addresses.find((own) => isSame(own.script, script))
  }
  const wanted = inputs ?? psbt.txInputs.map((_, index) => ({ index })).filter(({ index }) => ownerOf(index))
  if (!wanted.length) throw invalidParams('signPsbt')
  const owned = wanted.map((input) => ({ input, own: ownerOf(input.index) }))
  for (const { input, own } of owned) {
    if (!own) throw invalidParams('signPsbt')
    signInput(psbt, input, own)
  }
}

/**
 * @param bytes of a PSBT
 * @throws ProviderError -32602 if it is invalid
 */
export function readPsbt(bytes: Uint8Array): Psbt {
  try {
    return Psbt.fromBuffer(bytes)
  } catch {
    throw invalidParams('signPsbt')
  }
}
