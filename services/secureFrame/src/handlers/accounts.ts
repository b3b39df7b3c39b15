import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import type { EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import type { Addresses } from '../parts.ts'

interface EmbeddedAccount {
  readonly type: EmbeddedAccountType
  readonly address: string
}

export interface AccountsOn {
  readonly accounts: readonly [EmbeddedAccount, ...EmbeddedAccount[]]
  /** Where there is a smart account on this network: whether it has its code. */
  readonly isDeployed?: boolean
}

/**
 * The accounts of one seed on one network, the preferred one first.
 * @param limitMs so long a network may take to say that it has smart accounts
 */
export type FindAccounts = (network: CaipNetworkId, addresses: Addresses, limitMs?: number) => Promise<AccountsOn>
/** Which of both is used from now on, where there are two. */
export type PreferAccount = (addresses: Addresses, type: EmbeddedAccountType) => Promise<void>

/** The key's own account on every network. */
export const findOwnAccounts: FindAccounts = async (network, addresses) => ({
  accounts: [{ type: 'eoa', address: addresses[parseCaipNetworkId(network).namespace] }],
  // A network of the EVM can have one, and has none yet.
  ...(network.startsWith('eip155:') && { isDeployed: false }),
})
