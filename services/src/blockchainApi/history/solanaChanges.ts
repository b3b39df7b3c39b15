import type { SolanaTransaction } from './solanaAnswers.ts'
import { tokenAccountsOf } from './solanaMoves.ts'

/** How much more somebody has of something than before; below zero: less. */
export interface SolanaChange {
  /** Absent: the coin. */
  readonly mint?: string
  readonly decimals?: number
  readonly amount: bigint
}

export interface SolanaChanges {
  /** Of the coin without the fee. Together they are what the chain says of the balances. */
  readonly all: readonly SolanaChange[]
  /** Without what was only laid down for accounts that tokens lie in. */
  readonly meant: readonly SolanaChange[]
  /** Accounts that were not there before. */
  readonly created: readonly string[]
}

/** What a transaction changed of the balances of `address`, whichever programs did it. */
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
  // Whoever has less has laid it down, as far as that goes.
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

/** Who has as much less, or more, of the same token: the other side, where no instruction tells of it. */
export function otherSideOf(transaction: SolanaTransaction, { mint, amount }: SolanaChange, address: string) {
  const { preTokenBalances, postTokenBalances } = transaction.meta
  const others = [...preTokenBalances, ...postTokenBalances].flatMap((balance) =>
    balance.mint === mint && balance.owner && balance.owner !== address ? [balance.owner] : [],
  )
  const opposite = (owner: string) =>
    changesOf(transaction, owner).all.some((change) => change.mint === mint && change.amount > 0n !== amount > 0n)
  return mint === undefined ? undefined : others.find(opposite)
}
