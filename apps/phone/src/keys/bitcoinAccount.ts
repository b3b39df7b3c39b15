import { hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK, type Transaction } from '@scure/btc-signer'
import { BITCOIN } from '../networks.ts'
import { deriveKey } from './seed.ts'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }

export const bitcoinNetworkOf = (networkId: string) =>
  networkId === BITCOIN.mainnet ? NETWORK : networkId === BITCOIN.regtest ? REGTEST : TEST_NETWORK

/** An address's use: payments or inscriptions. */
export type Purpose = 'payment' | 'ordinal'

/** A key that the phone signs with, and its address. */
export interface BitcoinKey {
  readonly address: string
  readonly purpose: Purpose
  readonly path: string
  readonly privateKey: Uint8Array
  /** Compressed: 33 bytes. */
  readonly publicKey: Uint8Array
  /** The output script of the key's address. */
  readonly script: Uint8Array
  readonly tapInternalKey?: Uint8Array
}

/** Cached, because derivation takes a few milliseconds. */
const keys = new Map<string, BitcoinKey>()

function derive(purpose: Purpose, index: number, networkId: string): BitcoinKey {
  // SLIP-44: 0 is Bitcoin, 1 all test networks.
  const coin = networkId === BITCOIN.mainnet ? 0 : 1
  const path = `m/${purpose === 'payment' ? 84 : 86}'/${coin}'/${index}'/0/0`
  const pair = deriveKey(path)
  const network = bitcoinNetworkOf(networkId)
  if (purpose === 'payment') {
    const { address = '', script } = p2wpkh(pair.publicKey, network)
    return { ...pair, address, purpose, path, script }
  }
  const tapInternalKey = pair.publicKey.slice(1)
  const { address = '', script } = p2tr(tapInternalKey, undefined, network)
  return { ...pair, address, purpose, path, script, tapInternalKey }
}

/** An account's keys: P2WPKH (BIP-84) for payments, P2TR (BIP-86) for inscriptions. */
export function bitcoinKey(purpose: Purpose, index: number, networkId: string): BitcoinKey {
  const name = `${purpose} ${index} ${networkId}`
  const key = keys.get(name) ?? derive(purpose, index, networkId)
  keys.set(name, key)
  return key
}

/** Whether a transaction's input spends an output of this key. */
export function isSpentBy({ script }: BitcoinKey, transaction: Transaction, index: number): boolean {
  const { witnessUtxo, nonWitnessUtxo, index: output = -1 } = transaction.getInput(index)
  const paid = witnessUtxo?.script ?? nonWitnessUtxo?.outputs[output]?.script
  return paid !== undefined && hex.encode(paid) === hex.encode(script)
}
