import { type Account, type SentTransaction, selectTransactions } from '@portico/contracts'
import type { Wish } from './plan.ts'
import type { SwapsHostState } from './swapsSlice.ts'
import type { Token } from './token.ts'
import { tokenCalled } from './tokenList.ts'

type What = Pick<Wish, 'account' | 'from' | 'amount'>

/** Amount noted for an approval that revokes an earlier one. */
export const NOTHING = '0'

/** The newest approval of this exact amount, or the revocation before it. Includes transactions of earlier visits. */
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

/** A swap left after its approval: the latest approval without a swap since. */
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
