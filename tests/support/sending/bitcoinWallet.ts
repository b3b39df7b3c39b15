import { randomBytes } from 'node:crypto'
import type { Connection, Network } from '@portico/contracts'
import { p2pkh, p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import type { SignPsbtParams } from '../../../host/src/chains/bip122/signPsbt'
import { signPsbt } from '../../../host/src/chains/bip122/signPsbt'
import type { BitcoinWallet } from '../../../host/src/chains/bip122/wallet'

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

const KINDS = {
  p2pkh: (key: Uint8Array) => p2pkh(pubECDSA(key), REGTEST),
  'p2sh-p2wpkh': (key: Uint8Array) => p2sh(p2wpkh(pubECDSA(key), REGTEST), REGTEST),
  p2wpkh: (key: Uint8Array) => p2wpkh(pubECDSA(key), REGTEST),
  p2tr: (key: Uint8Array) => p2tr(pubSchnorr(key), undefined, REGTEST),
}
export type Kind = keyof typeof KINDS
export const ADDRESS_KINDS = Object.keys(KINDS) as Kind[]

export interface BitcoinSigner {
  readonly key: Uint8Array
  readonly address: string
  /** Hexadecimal, as wallets provide it. */
  readonly publicKey: string
}

/** A new key. */
export function newBitcoinSigner(kind: Kind): BitcoinSigner {
  const key = Uint8Array.from(randomBytes(32))
  const publicKey = Buffer.from(pubECDSA(key)).toString('hex')
  return { key, publicKey, address: KINDS[kind](key).address ?? '' }
}

/** Signs requests with a third-party library. It cannot send. */
const walletOf = ({ key }: BitcoinSigner) =>
  ({
    psbt: { broadcastsItself: false, sighash: 'all', tweaks: [] },
    async signPsbt({ psbt, inputs }: { psbt: Uint8Array; inputs: readonly { index: number }[] }) {
      const transaction = Transaction.fromPSBT(psbt)
      for (const { index } of inputs) transaction.signIdx(key, index)
      return { psbt: transaction.toPSBT() }
    },
  }) as unknown as BitcoinWallet

/** Like the host's adapter, as far as sending needs it: the host's own code handles the PSBT. */
export const bitcoinProvider = (network: Network, signer: BitcoinSigner) => ({
  signPSBT: (params: SignPsbtParams) => {
    const connection = { accounts: [{ address: signer.address }], caipNetworkId: network.caipNetworkId }
    return signPsbt(walletOf(signer), connection as unknown as Connection, params, network)
  },
})
