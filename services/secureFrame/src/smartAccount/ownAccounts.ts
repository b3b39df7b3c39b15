import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import type { EmbeddedAccountType } from '@portico/contracts/embeddedWallet/accounts'
import { type AccountsOn, findOwnAccounts } from '../handlers/accounts.ts'
import type { Addresses } from '../interfaces.ts'
import { resultWithin } from '../resultWithin.ts'
import type { AccountTable } from './accountDatabase.ts'
import type { SmartAccounts } from './createSmartAccounts.ts'

export interface OwnAccountsParts {
  /** ERC-4337 bundlers, keyed by CAIP-2 id. */
  readonly bundlers: Readonly<Record<string, string>>
  readonly smart: () => Promise<Pick<SmartAccounts, 'addressOf' | 'isOn' | 'isDeployed'>>
  readonly preferred: AccountTable<EmbeddedAccountType>
}

/** The signed-in visitor's accounts. The default is the smart account on EVM networks that have it. */
export function createOwnAccounts({ bundlers, smart, preferred }: OwnAccountsParts) {
  async function smartOn(chainId: number, owner: string) {
    const accounts = await smart()
    const [isThere, isDeployed] = await Promise.all([accounts.isOn(chainId), accounts.isDeployed(owner, chainId)])
    return isThere ? { address: accounts.addressOf(owner), isDeployed } : undefined
  }

  return {
    /** The accounts on one network, the preferred one first; no smart account if no answer comes in time. */
    async on(network: CaipNetworkId, addresses: Addresses, limitMs?: number): Promise<AccountsOn> {
      const { namespace, reference } = parseCaipNetworkId(network)
      const own = await findOwnAccounts(network, addresses)
      if (namespace !== 'eip155' || !Object.hasOwn(bundlers, network)) return own
      // Without an answer, the visitor can still sign in, with the key's own account.
      const asking = smartOn(Number(reference), addresses.eip155).catch(() => undefined)
      const [found, type = 'smartAccount'] = await Promise.all([
        limitMs === undefined ? asking : resultWithin(asking, limitMs),
        preferred.get(addresses.eip155.toLowerCase()),
      ])
      if (!found) return own
      const contract = { type: 'smartAccount', address: found.address } as const
      const [key] = own.accounts
      return { accounts: type === 'eoa' ? [key, contract] : [contract, key], isDeployed: found.isDeployed }
    },
    /** Sets which account is preferred on all networks that have it. */
    prefer: ({ eip155 }: Addresses, type: EmbeddedAccountType) => preferred.set(eip155.toLowerCase(), type),
  }
}
export type OwnAccounts = ReturnType<typeof createOwnAccounts>
