import type { Outcome } from '@portico/contracts/preview'
import { unexpected } from '../guard/unexpected.ts'
import type { TokenId } from '../token.ts'
import { WRAPPED_SOL } from './programs.ts'

interface Expected {
  readonly account: string
  readonly from: TokenId
  readonly to: TokenId
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** The minimum received, in the smallest unit of `to`. */
  readonly minimum: bigint
  /** Lamports: the network fee plus rent for new accounts. */
  readonly fee: bigint
}

/**
 * The simulated changes must match the agreed swap. If the swap cannot be simulated, the instruction check must
 * suffice. If the changes are incomplete, the visible ones must not exceed what was agreed.
 * @throws ModalError `transaction.unexpected`
 */
export function checkChanges(outcome: Outcome, { account, from, to, amount, minimum, fee }: Expected): void {
  if (outcome.status !== 'simulated') return
  const own = outcome.changes.filter(({ address }) => address === account)
  const changeOf = (token: string | undefined) =>
    own.filter((one) => one.token === token).reduce((sum, { change }) => sum + change, 0n)
  const paid = from.address === undefined ? amount + fee : amount
  const isMore = -changeOf(from.address) > paid || -changeOf(undefined) > (from.address === undefined ? paid : fee)
  if (isMore) throw unexpected('a simulation took more than the swap amount')
  // Previously wrapped SOL is unwrapped along with the rest.
  const known = [from.address, to.address, undefined, WRAPPED_SOL]
  const isOther = own.some(({ token, change }) => change < 0n && !known.includes(token))
  if (isOther) throw unexpected('a simulation took something else')
  if (outcome.isPartial) return
  const income = changeOf(to.address) + (to.address === undefined ? fee : 0n)
  if (income < minimum) throw unexpected('a simulation returned less than quoted')
}
