import { ModalError, type Network } from '@portico/contracts'
import type { Sessions } from './sessions.ts'

/**
 * Switches a family whose wallets cannot be asked to switch: only to a network that the wallet has agreed to.
 * @throws ModalError `chain.unsupported`
 */
export function switchTo(sessions: Sessions, { chainNamespace, caipNetworkId }: Network): void {
  if (!sessions.chainOf(chainNamespace, caipNetworkId)) throw new ModalError('chain.unsupported')
  sessions.setNetwork(chainNamespace, caipNetworkId)
}
