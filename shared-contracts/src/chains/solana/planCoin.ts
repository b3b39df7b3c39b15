import { feeFor, PRIORITY_MAX_LAMPORTS, SIGNATURE_LAMPORTS, TRANSFER_UNITS } from './budget.ts'
import { buildTransaction } from './buildTransaction.ts'
import { transfer } from './instructions.ts'
import type { SolanaNode } from './node.ts'
import type { SolanaObstacle, SolanaPlan, SolanaTransfer } from './plan.ts'
import { isTokenProgram } from './programs.ts'
import type { AccountInfo } from './reads.ts'

/** What is sent there belongs to a token's bookkeeping, or to nobody. */
export const isNoWallet = (account: AccountInfo | undefined): boolean =>
  account !== undefined && (account.executable || isTokenProgram(account.owner))

interface Lamports {
  readonly there: bigint
  readonly spent: bigint
  /** What an account without data keeps. */
  readonly least: bigint
}

/** An account is empty, or has what the cluster wants of one. */
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

  // To oneself nothing leaves but the fee.
  const moved = from === to ? 0n : amount
  const early = remainder({ there, spent: moved + SIGNATURE_LAMPORTS, least })
  if (early) return blocked(early)
  const { request, fee } = await buildTransaction(sending, [transfer(from, to, amount)], node, TRANSFER_UNITS)
  const obstacle = there < amount + fee ? ({ type: 'short' } as const) : remainder({ there, spent: moved + fee, least })
  return obstacle ? blocked(obstacle, fee) : { request, fee, notes: [] }
}

/** All but the dearest fee, and what an account keeps: so it stays open, and what the fee comes to does not matter. */
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
