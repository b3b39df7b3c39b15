import { schnorr } from '@noble/curves/secp256k1'
import { base64 } from '@scure/base'
import { crypto, payments, script, Transaction } from 'bitcoinjs-lib'
import type { BitcoinAddress } from './createBitcoinAddresses.ts'
import { signEcdsa, signSchnorr } from './secp256k1.ts'

/** The base of a legacy signature's first byte: for P2PKH, as most wallets use, or for P2WPKH (BIP-137). */
export type LegacyHeader = 31 | 39

const concat = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

/** Bitcoin's length prefix; everything signed here is at most 65,535 bytes. */
const lengthBytes = (length: number) => (length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8])
const withLength = (bytes: Uint8Array) => concat(lengthBytes(bytes.length), bytes)

const utf8 = (text: string) => new TextEncoder().encode(text)

/** The hash that a legacy signature signs; Xverse calls it the message hash. */
export const legacyMessageHash = (message: Uint8Array): Uint8Array =>
  crypto.hash256(concat(withLength(utf8('Bitcoin Signed Message:\n')), withLength(message)))

/** A 65-byte signature with recoverable public key, in base64. */
export function signLegacy(message: Uint8Array, { privateKey }: BitcoinAddress, header: LegacyHeader): string {
  const signature = signEcdsa(legacyMessageHash(message), privateKey)
  return base64.encode(concat([header + signature.recovery], signature.toCompactRawBytes()))
}

const NO_HASH = new Uint8Array(32)
const NO_INDEX = 0xffffffff

/** The second virtual transaction of BIP-322: it spends the first one's payment to the address. */
function virtualTransaction(message: Uint8Array, output: Uint8Array) {
  const toSpend = new Transaction()
  toSpend.version = 0
  const messageHash = schnorr.utils.taggedHash('BIP0322-signed-message', message)
  toSpend.addInput(NO_HASH, NO_INDEX, 0, script.compile([script.OPS.OP_0 ?? 0, messageHash]))
  toSpend.addOutput(output, 0n)

  const toSign = new Transaction()
  toSign.version = 0
  toSign.addInput(toSpend.getHash(), 0, 0)
  toSign.addOutput(script.compile([script.OPS.OP_RETURN ?? 0]), 0n)
  return toSign
}

function witnessOf(toSign: Transaction, { addressType, script: output, publicKey, spendingKey }: BitcoinAddress) {
  if (addressType === 'p2tr') {
    return [signSchnorr(toSign.hashForWitnessV1(0, [output], [0n], Transaction.SIGHASH_DEFAULT), spendingKey)]
  }
  const { output: scriptCode = new Uint8Array() } = payments.p2pkh({ pubkey: publicKey })
  const hash = toSign.hashForWitnessV0(0, scriptCode, 0n, Transaction.SIGHASH_ALL)
  const signature = signEcdsa(hash, spendingKey).toCompactRawBytes()
  return [script.signature.encode(signature, Transaction.SIGHASH_ALL), publicKey]
}

/** The witness of the spending transaction: BIP-322's simple format. */
export function bip322Witness(message: Uint8Array, address: BitcoinAddress): Uint8Array {
  const witness = witnessOf(virtualTransaction(message, address.script), address)
  return concat(lengthBytes(witness.length), ...witness.map(withLength))
}

/** The witness of `bip322Witness` in base64. */
export const signBip322 = (message: Uint8Array, address: BitcoinAddress): string =>
  base64.encode(bip322Witness(message, address))
