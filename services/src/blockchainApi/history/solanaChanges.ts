import type { SolanaTransaction } from './solanaAnswers.ts'
import { tokenAccountsOf } from './solanaMoves.ts'

/** The change of one balance; negative: less. */
export interface SolanaChange {
  /** Absent: the coin. */
  readonly mint?: string
  readonly decimals?: number
  readonly amount: bigint
}

export interface SolanaChanges {
  /** Of the coin without the fee. Together they are the chain's change of balances. */
  readonly all: readonly SolanaChange[]
  /** Without deposits for token accounts. */
  readonly meant: readonly SolanaChange[]
  /** Accounts that did not exist before. */
  readonly created: readonly string[]
}

/** The balance changes of `address` in a transaction, whichever programs caused them. */
export function changesOf(transaction: SolanaTransaction, address: string): SolanaChanges {
  const { meta } = transaction
  const keys = transaction.transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const own = keys.indexOf(address)
  const [before = 0, after = 0] = [meta.preBalances[own], meta.postBalances[own]]
  const fee = own === 0 ? BigInt(meta.fee) : 0n
  const coins = BigInt(after) - BigInt(before) + fee

  const created = keys.filter((_, index) => meta.preBalances[index] === 0 && (meta.postBalances[index] ?? 0) > 0)
  const accounts = tokenAccountsOf(transaction)
  const deposit = created
    .filter((key) => accounts.has(key))
    .reduce((total, key) => total + BigInt(meta.postBalances[keys.indexOf(key)] ?? 0), 0n)
  // The account with the lower balance has paid the deposit, up to its loss.
  const laidDown = coins < 0n && -coins >= deposit ? deposit : 0n

  const byMint = new Map<string, { amount: bigint; decimals: number }>()
  const add = (balances: SolanaTransaction['meta']['preTokenBalances'], sign: bigint) => {
    for (const { owner, mint, uiTokenAmount } of balances) {
      if (owner !== address) continue
      const { amount, decimals } = uiTokenAmount
      byMint.set(mint, { amount: (byMint.get(mint)?.amount ?? 0n) + sign * amount, decimals })
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)

  const isChange = ({ amount }: SolanaChange) => amount !== 0n
  const tokens = [...byMint].map(([mint, change]): SolanaChange => ({ mint, ...change })).filter(isChange)
  return {
    all: [...tokens, ...[{ amount: coins }].filter(isChange)],
    meant: [...tokens, ...[{ amount: coins + laidDown }].filter(isChange)],
    created,
  }
}

/** The account with the opposite change of the same token: the other side, where no instruction names it. */
export function otherSideOf(transaction: SolanaTransaction, { mint, amount }: SolanaChange, address: string) {
  const { preTokenBalances, postTokenBalances } = transaction.meta
  const others = [...preTokenBalances, ...postTokenBalances].flatMap((balance) =>
    balance.mint === mint && balance.owner && balance.owner !== address ? [balance.owner] : [],
  )
  const opposite = (owner: string) =>
    changesOf(transaction, owner).all.some((change) => change.mint === mint && change.amount > 0n !== amount > 0n)
  return mint === undefined ? undefined : others.find(opposite)
}
