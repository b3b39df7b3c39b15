import { isTokenProgram, readTokenAccount } from '@portico/contracts/solana'
import type { Owned, SwapFamily } from '../families.ts'
import { mostOf } from '../formulas.ts'
import { PRIORITY_MAX_LAMPORTS } from './checkSolanaSwap.ts'
import { type SolanaNode, solanaNode } from './node.ts'
import { SIGNATURE_LAMPORTS } from './plan.ts'

/** A Token-2022 account with the usual extensions. */
const DEAREST_ACCOUNT_BYTES = 200
/** The visitor's signature and, if a desk pays too, the desk's. */
const SIGNATURES = 2n

/** Subtracts the highest fee, rent for the receiving and the wrapping account, and the account's own minimum. */
async function mostCoins({ account, balance }: Owned, node: SolanaNode): Promise<bigint> {
  const [[own], least, opened] = await Promise.all([
    node.accounts([account]),
    node.rentFor(0),
    node.rentFor(DEAREST_ACCOUNT_BYTES),
  ])
  const there = own?.lamports ?? 0n
  const kept = SIGNATURE_LAMPORTS * SIGNATURES + PRIORITY_MAX_LAMPORTS + least + 2n * opened
  return mostOf(there < balance ? there : balance, kept)
}

/** A swap spends from one account: the fullest that is not frozen. */
async function mostTokens({ account, balance }: Owned, mint: string, node: SolanaNode): Promise<bigint> {
  const amounts = (await node.tokenAccounts(account, mint)).flatMap(({ account: found }) => {
    const state = isTokenProgram(found.owner) ? readTokenAccount(found.data) : undefined
    return state?.mint === mint && state.owner === account && !state.isFrozen ? [state.amount] : []
  })
  const [fullest = 0n] = amounts.sort((one, other) => (one < other ? 1 : -1))
  return fullest < balance ? fullest : balance
}

export const most: SwapFamily['most'] = (owned, ask, signal) => {
  const node = solanaNode(ask, owned.token.caipNetworkId, signal)
  const { address } = owned.token
  return address === undefined ? mostCoins(owned, node) : mostTokens(owned, address, node)
}
