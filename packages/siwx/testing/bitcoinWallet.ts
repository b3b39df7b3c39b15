import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CaipNetworkId, SIWXSession } from '@portico/contracts'
import { base64 } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'

/** A Bitcoin wallet for tests. Builds its transactions with a library, independently of the tested code. */

export const BITCOIN: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
export const TESTNET: CaipNetworkId = 'bip122:000000000933ea01ad0ee984209779ba'
export const SIGNET: CaipNetworkId = 'bip122:00000008819873e925422c1ff0f99f7c'
export const REGTEST: CaipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

type Network = typeof NETWORK

interface Payment {
  readonly script: Uint8Array
  readonly address?: string
  readonly redeemScript?: Uint8Array
  readonly tapInternalKey?: Uint8Array
}

export const bip122Session = (
  accountAddress: string,
  message: string,
  signature: string,
  chainId: CaipNetworkId = BITCOIN,
): SIWXSession => ({
  data: {
    accountAddress,
    chainId,
    domain: 'shop.example',
    uri: 'https://shop.example',
    version: '1',
    nonce: '12345678',
  },
  message,
  signature,
})

const sha256x2 = (bytes: Uint8Array) => sha256(sha256(bytes))

/** BIP-322, "simple". */
export function signBip322(message: string, secret: Uint8Array, payment: Payment): string {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  const hash = sha256(concatBytes(tag, tag, utf8ToBytes(message)))
  const toSpend = RawTx.encode({
    version: 0,
    inputs: [
      { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: Script.encode(['OP_0', hash]), sequence: 0 },
    ],
    outputs: [{ amount: 0n, script: payment.script }],
    witnesses: [[]],
    lockTime: 0,
    segwitFlag: false,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    ...payment,
    txid: sha256x2(toSpend).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script: payment.script },
  })
  toSign.addOutput({ amount: 0n, script: Script.encode(['RETURN']) })
  toSign.sign(secret)
  toSign.finalize()
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

/** A `signmessage` signature with the P2PKH header, which most wallets use for all address types. */
export function signBitcoinMessage(
  message: string,
  secret: Uint8Array,
  { isCompressed = true, network = NETWORK }: { isCompressed?: boolean; network?: Network } = {},
): { address: string; signature: string } {
  const bytes = utf8ToBytes(message)
  const size = bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length & 0xff, bytes.length >> 8]
  const digest = sha256x2(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), Uint8Array.from(size), bytes))
  const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  signature[0] = (signature[0] ?? 0) + 27 + (isCompressed ? 4 : 0)
  const { address = '' } = p2pkh(secp256k1.getPublicKey(secret, isCompressed), network)
  return { address, signature: base64.encode(signature) }
}

export interface BitcoinKey {
  readonly address: string
  readonly sign322?: (message: string) => string
  readonly signLegacy?: (message: string) => string
}

export function keyOf(
  secret: Uint8Array,
  kind: 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh',
  network: Network = NETWORK,
): BitcoinKey {
  const publicKey = secp256k1.getPublicKey(secret)
  const signLegacy = (message: string) => signBitcoinMessage(message, secret, { network }).signature
  if (kind === 'p2pkh') return { address: p2pkh(publicKey, network).address ?? '', signLegacy }
  const payment: Payment = {
    p2wpkh: () => p2wpkh(publicKey, network),
    p2tr: () => p2tr(publicKey.slice(1), undefined, network),
    p2sh: () => p2sh(p2wpkh(publicKey, network), network),
  }[kind]()
  const sign322 = (message: string) => signBip322(message, secret, payment)
  return { address: payment.address ?? '', sign322, ...(kind !== 'p2tr' && { signLegacy }) }
}
