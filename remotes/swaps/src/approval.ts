import { type Account, type SentTransaction, selectTransactions } from '@portico/contracts'
import type { Wish } from './plan.ts'
import type { SwapsHostState } from './swapsSlice.ts'
import type { Token } from './token.ts'
import { tokenCalled } from './tokenList.ts'

type What = Pick<Wish, 'account' | 'from' | 'amount'>

/** What an approval that only takes back what was allowed is noted with. */
export const NOTHING = '0'

/** The newest approval of this very amount, or of nothing before it, also one that another visit has sent: it is followed across reloads. */
export const approvalOf = (state: SwapsHostState, wish: What | undefined): SentTransaction | undefined =>
  wish &&
  selectTransactions(state).find(
    ({ caipNetworkId, from, note }) =>
      caipNetworkId === wish.from.caipNetworkId &&
      from.toLowerCase() === wish.account.toLowerCase() &&
      note?.type === 'approve' &&
      note.symbol === wish.from.symbol &&
      [String(wish.amount), NOTHING].includes(note.amount),
  )

/** A swap that was left between its approval and itself: what was allowed last, and not swapped since. */
export function unfinishedSwap(
  sent: readonly SentTransaction[],
  { address }: Account,
  tokens: readonly Token[],
): { readonly token: Token; readonly amount: bigint } | undefined {
  const caipNetworkId = tokens[0]?.caipNetworkId
  const last = sent.find(
    ({ caipNetworkId: network, from, note }) =>
      network === caipNetworkId &&
      from.toLowerCase() === address.toLowerCase() &&
      (note?.type === 'approve' || note?.type === 'swap'),
  )
  const isAllowed = last?.phase === 'pending' || last?.phase === 'confirmed'
  if (last?.note?.type !== 'approve' || last.note.amount === NOTHING || !isAllowed) return undefined
  const token = tokenCalled(tokens, last.note.symbol)
  return token && { token, amount: BigInt(last.note.amount) }
}
