import { solanaNode } from './node.ts'
import type { AskingSolana, SolanaPlan, SolanaTransfer } from './plan.ts'
import { mostOfCoin, planCoin } from './planCoin.ts'
import { mostOfToken, planToken } from './planToken.ts'

/**
 * Builds the transaction and simulates it.
 * @throws ModalError `node.refused` if the transaction would fail, `service.unreachable`, `service.invalidAnswer`,
 *   `transaction.unexpected` if the token differs from its description
 */
export function planSolana(transfer: SolanaTransfer, asking: AskingSolana, signal: AbortSignal): Promise<SolanaPlan> {
  const node = solanaNode(asking, transfer.network.caipNetworkId, signal)
  const { address } = transfer.token
  return address === undefined ? planCoin(transfer, node) : planToken(transfer, address, node)
}

/**
 * The most that can be sent when `amount` is the whole balance: that balance minus what has to stay in the account.
 * @throws ModalError as `planSolana` does
 */
export function mostOfSolana(
  transfer: Omit<SolanaTransfer, 'to'>,
  asking: AskingSolana,
  signal: AbortSignal,
): Promise<bigint> {
  const node = solanaNode(asking, transfer.network.caipNetworkId, signal)
  const { address } = transfer.token
  return address === undefined ? mostOfCoin(transfer, node) : mostOfToken(transfer, address, node)
}
