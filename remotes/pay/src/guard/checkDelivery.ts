import { type ActingCommands, isModalError } from '@portico/contracts'
import type { Bill } from '../bill/bill.ts'
import type { AskOfBill, Delivery } from './delivery.ts'
import { evmDelivery } from './evmDelivery.ts'
import { solanaDelivery } from './solanaDelivery.ts'

/** Checks on chain whether a transaction named by an exchange paid the bill. */
export async function checkDelivery(
  bill: Bill,
  hash: string,
  { askNode }: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<Delivery> {
  const { caipNetworkId } = bill
  const ask: AskOfBill = (method, ...params) => askNode({ caipNetworkId, method, params }, signal)
  try {
    return await (caipNetworkId.startsWith('eip155:') ? evmDelivery : solanaDelivery)(bill, hash, ask)
  } catch (error) {
    signal.throwIfAborted()
    if (isModalError(error)) return 'unknown'
    throw error
  }
}
