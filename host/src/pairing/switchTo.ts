import { ModalError, type Network } from '@portico/contracts'
import type { Sessions } from './sessions.ts'

/**
 * Where a wallet cannot be asked for another network, only those can be chosen that it has agreed to.
 * @throws ModalError `chain.unsupported`
 */
export function switchTo(sessions: Sessions, { chainNamespace, caipNetworkId }: Network): void {
  if (!sessions.chainOf(chainNamespace, caipNetworkId)) throw new ModalError('chain.unsupported')
  sessions.setNetwork(chainNamespace, caipNetworkId)
}
