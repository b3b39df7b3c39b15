import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import type { EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import type { Addresses } from '../interfaces.ts'

interface EmbeddedAccount {
  readonly type: EmbeddedAccountType
  readonly address: string
}

export interface AccountsOn {
  readonly accounts: readonly [EmbeddedAccount, ...EmbeddedAccount[]]
  /** Whether the smart account's code is deployed; present if this network has smart accounts. */
  readonly isDeployed?: boolean
}

/**
 * Finds the accounts of one seed on one network, the preferred one first.
 * @param limitMs how long to wait for the network to say whether it has smart accounts
 */
export type FindAccounts = (network: CaipNetworkId, addresses: Addresses, limitMs?: number) => Promise<AccountsOn>
/** Sets which of two accounts is used from now on. */
export type PreferAccount = (addresses: Addresses, type: EmbeddedAccountType) => Promise<void>

/** The key's own account on every network. */
export const findOwnAccounts: FindAccounts = async (network, addresses) => ({
  accounts: [{ type: 'eoa', address: addresses[parseCaipNetworkId(network).namespace] }],
  // An EVM network can have a smart account, but none is deployed yet.
  ...(network.startsWith('eip155:') && { isDeployed: false }),
})
