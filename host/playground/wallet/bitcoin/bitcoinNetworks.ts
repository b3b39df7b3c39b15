import { type Network, networks } from 'bitcoinjs-lib'

export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** How addresses are written. Test networks share all of it but regtest, which only differs in its prefix. */
export const bitcoinNetworks: Readonly<Record<BitcoinNetworkName, Network>> = {
  mainnet: networks.bitcoin,
  testnet: networks.testnet,
  signet: networks.testnet,
  regtest: networks.regtest,
}
