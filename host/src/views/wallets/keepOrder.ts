import type { DirectoryWallet } from '../../directory/walletDirectory.ts'

/** Keeps listed wallets in their positions and appends new ones, so that nothing moves under a finger. */
export function keepOrder(before: readonly string[], now: readonly DirectoryWallet[]): readonly DirectoryWallet[] {
  const byId = new Map(now.map((wallet) => [wallet.id, wallet]))
  const kept = before.flatMap((id) => byId.get(id) ?? [])
  for (const { id } of kept) byId.delete(id)
  return [...kept, ...byId.values()]
}
