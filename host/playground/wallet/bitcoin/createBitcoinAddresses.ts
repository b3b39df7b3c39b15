import { hex } from '@scure/base'
import { payments } from 'bitcoinjs-lib'
import { type BitcoinNetworkName, bitcoinNetworks } from './bitcoinNetworks.ts'
import type { BitcoinKeyPair } from './developmentKeys.ts'
import { publicKeyOf, tweakForTaproot, xOnly } from './secp256k1.ts'

export interface BitcoinAddress {
  readonly address: string
  readonly purpose: 'payment' | 'ordinals'
  readonly addressType: 'p2wpkh' | 'p2tr'
  /** Compressed, 33 bytes; for taproot, the untweaked key. */
  readonly publicKey: Uint8Array
  readonly path: string
  /** The key that can spend from the address: tweaked for taproot. */
  readonly spendingKey: Uint8Array
  /** The derived key. */
  readonly privateKey: Uint8Array
  /** The address's output script. */
  readonly script: Uint8Array
}

export interface BitcoinAddresses {
  readonly payment: BitcoinAddress
  readonly ordinals: BitcoinAddress
}

/** @param index account index, for the paths */
export function createBitcoinAddresses(
  keys: BitcoinKeyPair,
  index: number,
  networkName: BitcoinNetworkName,
): BitcoinAddresses {
  const network = bitcoinNetworks[networkName]
  const paymentKey = hex.decode(keys.payment)
  const ordinalsKey = hex.decode(keys.ordinals)
  const [pubkey, internal] = [publicKeyOf(paymentKey), publicKeyOf(ordinalsKey)]
  const { address = '', output = new Uint8Array() } = payments.p2wpkh({ pubkey, network })
  const taproot = payments.p2tr({ internalPubkey: xOnly(internal), network })
  return {
    payment: {
      address,
      purpose: 'payment',
      addressType: 'p2wpkh',
      publicKey: pubkey,
      path: `m/84'/1'/${index}'/0/0`,
      spendingKey: paymentKey,
      privateKey: paymentKey,
      script: output,
    },
    ordinals: {
      address: taproot.address ?? '',
      purpose: 'ordinals',
      addressType: 'p2tr',
      publicKey: internal,
      path: `m/86'/1'/${index}'/0/0`,
      spendingKey: tweakForTaproot(ordinalsKey),
      privateKey: ordinalsKey,
      script: taproot.output ?? new Uint8Array(),
    },
  }
}
