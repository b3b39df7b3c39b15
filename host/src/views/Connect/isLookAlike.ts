import type { Connector } from '@portico/contracts'
import { lookOf } from '../../directory/walletName.ts'

/**
 * Two wallets of one family with the same name or `rdns`: one may be an impersonator, so both say "look twice".
 * Announcements are untrusted (EIP-6963). A wallet that serves several families has one connector in each.
 */
export const isLookAlike = ({ id, name, namespace, rdns }: Connector, all: readonly Connector[]): boolean =>
  all.some(
    (other) =>
      other.namespace === namespace &&
      other.id !== id &&
      (lookOf(other.name) === lookOf(name) || (rdns !== undefined && other.rdns === rdns)),
  )
