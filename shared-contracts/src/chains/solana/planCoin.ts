import { feeFor, PRIORITY_MAX_LAMPORTS, SIGNATURE_LAMPORTS, TRANSFER_UNITS } from './budget.ts'
import { buildTransaction } from './buildTransaction.ts'
import { transfer } from './instructions.ts'
import type { SolanaNode } from './node.ts'
import type { SolanaObstacle, SolanaPlan, SolanaTransfer } from './plan.ts'
import { isTokenProgram } from './programs.ts'
import type { AccountInfo } from './reads.ts'

/** Whether an account is not a person's. A payment to it would go to a token's bookkeeping, or to no one. */
export const isNoWallet = (account: AccountInfo | undefined): boolean =>
  account !== undefined && (account.executable || isTokenProgram(account.owner))

interface Lamports {
  readonly there: bigint
  readonly spent: bigint
  /** The minimum balance of an account without data. */
  readonly least: bigint
}

/** After a payment, an account must be empty or hold at least the cluster's minimum. */
export function remainder({ there, spent, least }: Lamports): SolanaObstacle | undefined {
  const left = there - spent
  if (left < 0n) return { type: 'short' }
  return left > 0n && left < least ? { type: 'leavesTooLittle', least } : undefined
}

/** SOL. */
export async function planCoin(sending: SolanaTransfer, node: SolanaNode): Promise<SolanaPlan> {
  const { from, to, amount } = sending
  const [[own, receiver], least] = await Promise.all([node.accounts([from, to]), node.rentFor(0)])
  const there = own?.lamports ?? 0n
  const blocked = (obstacle: SolanaObstacle, fee = feeFor(0n, TRANSFER_UNITS)): SolanaPlan => ({
    fee,
    notes: [],
    obstacle,
  })

  if (isNoWallet(receiver)) return blocked({ type: 'notAWallet' })
  if (!receiver?.lamports && amount < least) return blocked({ type: 'tooLittle', least })
  if (there < amount + SIGNATURE_LAMPORTS) return blocked({ type: 'short' })

  // A payment to oneself costs only the fee.
  const moved = from === to ? 0n : amount
  const early = remainder({ there, spent: moved + SIGNATURE_LAMPORTS, least })
  if (early) return blocked(early)
  const { request, fee } = await buildTransaction(sending, [transfer(from, to, amount)], node, TRANSFER_UNITS)
  const obstacle = there < amount + fee ? ({ type: 'short' } as const) : remainder({ there, spent: moved + fee, least })
  return obstacle ? blocked(obstacle, fee) : { request, fee, notes: [] }
}

/** The balance minus the highest fee and the minimum balance, so the account stays open whatever the actual fee is. */
export async function mostOfCoin(
  { from, amount }: Pick<SolanaTransfer, 'from' | 'amount'>,
  node: SolanaNode,
): Promise<bigint> {
  const [[own], least] = await Promise.all([node.accounts([from]), node.rentFor(0)])
  const there = own?.lamports ?? 0n
  const all = there < amount ? there : amount
  const kept = SIGNATURE_LAMPORTS + PRIORITY_MAX_LAMPORTS + least
  return all > kept ? all - kept : 0n
}
