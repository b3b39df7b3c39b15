import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { CompactSize, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'
import type { BitcoinKey } from './bitcoinAccount.ts'

const sha256d = (bytes: Uint8Array) => sha256(sha256(bytes))

/** BIP-137: the header for a compressed key with a P2WPKH address. */
const P2WPKH_HEADER = 39

const MAGIC = 'Bitcoin Signed Message:\n'

/** The original message signature: recoverable ECDSA with a BIP-137 header, 65 bytes. */
export function signEcdsa(message: string, { privateKey }: BitcoinKey): Uint8Array {
  const lengthAndText = (text: string) => {
    const bytes = utf8ToBytes(text)
    return concatBytes(CompactSize.encode(BigInt(bytes.length)), bytes)
  }
  const hash = sha256d(concatBytes(lengthAndText(MAGIC), lengthAndText(message)))
  const signature = secp256k1.sign(hash, privateKey)
  return concatBytes(Uint8Array.of(P2WPKH_HEADER + signature.recovery), signature.toCompactRawBytes())
}

/** BIP-340, as BIP-322 uses it. */
function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const prefix = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(prefix, prefix, bytes))
}

/** BIP-322 `to_spend`: an unsendable transaction whose output is the address and whose input is the message. */
function messageTransactionId(message: string, script: Uint8Array): Uint8Array {
  const hash = taggedHash('BIP0322-signed-message', utf8ToBytes(message))
  const bytes = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: Script.encode(['OP_0', hash]), sequence: 0 },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return sha256d(bytes).reverse()
}

/** BIP-322 "simple": the witness of the transaction that would spend `to_spend`. */
export function signBip322(message: string, { privateKey, script, tapInternalKey }: BitcoinKey): Uint8Array {
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true })
  transaction.addInput({
    txid: messageTransactionId(message, script),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    tapInternalKey,
  })
  transaction.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  transaction.signIdx(privateKey, 0)
  transaction.finalize()
  return RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? [])
}
