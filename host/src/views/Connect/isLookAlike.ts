import type { Connector } from '@portico/contracts'

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Two wallets of one name and different `rdns`: one of them may be an impersonator, so both say "look twice".
 * Announced names are untrusted (EIP-6963).
 */
export const isLookAlike = (connector: Connector, all: readonly Connector[]): boolean =>
  all.some((other) => other.id !== connector.id && plain(other.name) === plain(connector.name))
