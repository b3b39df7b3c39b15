import type { SolanaTransaction } from './solanaAnswers.ts'
import { tokenAccountsOf } from './solanaMoves.ts'

/** The change of one balance; negative if the balance went down. */
export interface SolanaChange {
  /** If absent, the balance is in the coin. */
  readonly mint?: string
  readonly decimals?: number
  readonly amount: bigint
}

export interface SolanaChanges {
  /** All changes, which add up to the chain's own, except that the coin's change excludes the fee. */
  readonly all: readonly SolanaChange[]
  /** The changes without deposits for new token accounts. */
  readonly meant: readonly SolanaChange[]
  /** The accounts that did not exist before. */
  readonly created: readonly string[]
}

/** How the balances of `address` changed in a transaction, whichever programs caused the changes. */
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
  // An account that has lost at least the deposit has paid the deposit.
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

/** The other side of a transfer that no instruction names: an account with the opposite change of the same token. */
export function otherSideOf(transaction: SolanaTransaction, { mint, amount }: SolanaChange, address: string) {
  const { preTokenBalances, postTokenBalances } = transaction.meta
  const others = [...preTokenBalances, ...postTokenBalances].flatMap((balance) =>
    balance.mint === mint && balance.owner && balance.owner !== address ? [balance.owner] : [],
  )
  const opposite = (owner: string) =>
    changesOf(transaction, owner).all.some((change) => change.mint === mint && change.amount > 0n !== amount > 0n)
  return mint === undefined ? undefined : others.find(opposite)
}
