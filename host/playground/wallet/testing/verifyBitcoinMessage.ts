/** Verifies message signatures independently of the code and library that made them. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { base64, hex } from '@scure/base'
import { OutScript, p2pkh, RawWitness, Transaction } from '@scure/btc-signer'

const NO_HASH = new Uint8Array(32)
const loose = { version: 0, allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true } as const

/** BIP-322's spending transaction for an output script. */
function toSign(message: string, script: Uint8Array): Transaction {
  const messageHash = schnorr.utils.taggedHash('BIP0322-signed-message', new TextEncoder().encode(message))
  const toSpend = new Transaction(loose)
  const finalScriptSig = Uint8Array.from([0, 32, ...messageHash])
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({ txid: NO_HASH, index: 0xffffffff, sequence: 0, finalScriptSig })
  const spending = new Transaction(loose)
  spending.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  spending.addOutput({ script: Uint8Array.from([0x6a]), amount: 0n })
  return spending
}

/**
 * @param signature in base64
 * @param script the address's output script, in hex
 */
export function isValidBip322(message: string, signature: string, script: string): boolean {
  const output = hex.decode(script)
  const spending = toSign(message, output)
  const [first = new Uint8Array(), publicKey = new Uint8Array()] = RawWitness.decode(base64.decode(signature))
  const decoded = OutScript.decode(output)
  if (decoded.type === 'tr') {
    const hash = spending.preimageWitnessV1(0, [output], first[64] ?? 0, [0n])
    return schnorr.verify(first.slice(0, 64), hash, decoded.pubkey)
  }
  const { script: scriptCode } = p2pkh(publicKey)
  const isOwner = hex.encode(scriptCode.slice(3, 23)) === hex.encode(output.slice(2))
  const hash = spending.preimageWitnessV0(0, scriptCode, 1, 0n)
  return isOwner && secp256k1.verify(first.slice(0, -1), hash, publicKey, { format: 'der' })
}

/** The public key recovered from a legacy signature, in hex. @param header base value of the first byte */
export function recoverPublicKey(message: string, signature: string, header: number): string {
  const bytes = base64.decode(signature)
  const text = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
  const hash = sha256(sha256(Uint8Array.from([...prefix, text.length, ...text])))
  const recovery = (bytes[0] ?? 0) - header
  return secp256k1.Signature.fromCompact(bytes.slice(1)).addRecoveryBit(recovery).recoverPublicKey(hash).toHex(true)
}
