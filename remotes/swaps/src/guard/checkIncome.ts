import type { Outcome } from '@portico/contracts/preview'
import type { TokenId } from '../token.ts'
import { unexpected } from './unexpected.ts'

/**
 * A simulated swap must yield at least the router's minimum. If the swap cannot be simulated or read in full, the
 * router's own check must suffice.
 * @param minimum in the smallest unit of `to`
 * @throws ModalError `transaction.unexpected`
 */
export function checkIncome(outcome: Outcome, account: string, to: TokenId, minimum: bigint): void {
  if (outcome.status !== 'simulated' || outcome.isPartial) return
  const isTarget = (token: string | undefined) => token?.toLowerCase() === to.address?.toLowerCase()
  const income = outcome.changes
    .filter(
      ({ address, token, tokenId }) => address === account.toLowerCase() && isTarget(token) && tokenId === undefined,
    )
    .reduce((sum, { change }) => sum + change, 0n)
  if (income < minimum) throw unexpected('a simulation returned less than quoted')
}
