import type { Account, Network } from '@portico/contracts'

/** views.md §17: up to five networks of the account's family, the active one first. */
const SHOWN_MAX = 5

/** The networks on which this address can be paid. */
export function compatibleNetworks(
  networks: readonly Network[],
  { namespace, caipAddress }: Account,
): readonly Network[] {
  const isActive = ({ caipNetworkId }: Network) => caipAddress.startsWith(`${caipNetworkId}:`)
  return networks
    .filter(({ chainNamespace }) => chainNamespace === namespace)
    .sort((a, b) => Number(isActive(b)) - Number(isActive(a)))
    .slice(0, SHOWN_MAX)
}
