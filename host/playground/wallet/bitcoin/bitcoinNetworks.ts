import { type Network, networks } from 'bitcoinjs-lib'

export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** Address encodings. The test networks share one encoding, except for regtest's prefix. */
export const bitcoinNetworks: Readonly<Record<BitcoinNetworkName, Network>> = {
  mainnet: networks.bitcoin,
  testnet: networks.testnet,
  signet: networks.testnet,
  regtest: networks.regtest,
}
