import { hex } from '@scure/base'
import type { WalletCore } from '../walletCore.ts'
import type { BitcoinNetworkName } from './bitcoinNetworks.ts'
import type { BitcoinAddress } from './createBitcoinAddresses.ts'
import type { Vault } from './createVault.ts'
import { xOnly } from './secp256k1.ts'

export type XversePurpose = 'payment' | 'ordinals' | 'stacks'

export interface XverseAddress {
  readonly address: string
  /** Hex; for taproot, only the x-coordinate. */
  readonly publicKey: string
  readonly purpose: XversePurpose
  readonly addressType: 'p2wpkh' | 'p2tr' | 'stacks'
  readonly walletType: 'software'
}

export const xverseNetworkNames: Readonly<Record<BitcoinNetworkName, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
}

/** Xverse lists a Stacks account too; no key exists for this address. */
const STACKS_ADDRESS: XverseAddress = {
  address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
  publicKey: '0390a5cac7c33fda49f70bc1b0866fa0ba7a9440d9de647fecb8132ceb76a94dfa',
  purpose: 'stacks',
  addressType: 'stacks',
  walletType: 'software',
}

/** The active account in Xverse's format. */
export function xverseAccount(core: WalletCore, vault: Vault) {
  const shown = ({ address, publicKey, purpose, addressType }: BitcoinAddress): XverseAddress => ({
    address: core.shown(address),
    publicKey: hex.encode(addressType === 'p2tr' ? xOnly(publicKey) : publicKey),
    purpose,
    addressType,
    walletType: 'software',
  })

  return {
    /** The addresses, in the wallet's own order. */
    addresses(purposes: readonly string[] = ['ordinals', 'payment', 'stacks']): XverseAddress[] {
      const { payment, ordinals } = vault.active()
      return [shown(ordinals), shown(payment), STACKS_ADDRESS].filter(({ purpose }) => purposes.includes(purpose))
    },
    network: () => ({
      bitcoin: { name: xverseNetworkNames[vault.network] },
      stacks: { name: vault.network === 'mainnet' ? 'mainnet' : 'testnet' },
      spark: { name: vault.network === 'mainnet' ? 'mainnet' : 'regtest' },
    }),
  }
}

export type XverseAccount = ReturnType<typeof xverseAccount>
