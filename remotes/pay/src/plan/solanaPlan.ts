import { planSolana, type SolanaObstacle } from '@portico/contracts/solana'
import { checkSolanaPayment } from '../guard/checkSolanaPayment.ts'
import { type Asking, isDirect, type Obstacle, type Plan, type Wish } from './plan.ts'

function obstacleOf(found: SolanaObstacle, amount: bigint): Obstacle {
  if (found.type === 'onlyPart') return { type: 'tooLittle', missing: amount - found.most }
  if (found.type === 'short') return { type: 'noFee' }
  if (found.type === 'tooLittle') return { type: 'belowLeast', least: found.least }
  return found
}

/**
 * The paying transaction, built here and checked again. There is no exact-output swap service for other assets.
 * @throws ModalError `node.refused` if the transaction would fail now, `transaction.unexpected` if it would do anything
 *   else, `service.*`
 */
export async function solanaPlan(wish: Wish, ask: Asking, signal: AbortSignal): Promise<Plan> {
  const { bill, network, account: from, source: token } = wish
  const { recipient: to } = bill
  if (to === from) return { obstacle: { type: 'ownAddress' } }
  if (!isDirect(wish)) return { obstacle: { type: 'noRoute' } }
  const at = Date.now()
  const amount = BigInt(bill.amount)
  const found = await planSolana({ network, from, to, token, amount }, ask, signal)
  if ('obstacle' in found) return { obstacle: obstacleOf(found.obstacle, amount) }
  const { request, fee, notes } = found
  if (notes.some(({ type }) => type === 'withheld')) return { obstacle: { type: 'keepsPart' } }
  checkSolanaPayment(request, wish)
  const deposit = notes.find(({ type }) => type === 'opensAccount')?.amount
  return { step: 'pay', wish, request, most: amount, fee, fees: [], at, ...(deposit !== undefined && { deposit }) }
}
