import { ENTRIES_MAX } from '@portico/contracts/services/walletQuery'
import { type Wallet, WalletList } from '@portico/contracts/services/wallets'
import { safeParse } from 'valibot'
import { cleanName } from '../chains/announced.ts'
import type { DirectoryWallet } from './walletDirectory.ts'

/** A larger count is taken for an error. */
const COUNT_MAX = 100_000

/** Reduces the name to one line without bidi characters, as for announced wallets. */
const withCleanName = (wallet: Wallet): readonly Wallet[] => {
  const name = cleanName(wallet.name)
  return name ? [{ ...wallet, name }] : []
}

/** Undefined if the response is no list of wallets. Entries beyond the largest page size are dropped. */
export function readWallets(body: unknown): WalletList | undefined {
  const { data, count } = (body ?? {}) as { readonly data?: unknown; readonly count?: unknown }
  const list = safeParse(WalletList, { data: Array.isArray(data) ? data.slice(0, ENTRIES_MAX) : data, count })
  if (!list.success) return undefined
  const byId = new Map(list.output.data.flatMap(withCleanName).map((wallet) => [wallet.id, wallet]))
  return { data: [...byId.values()], count: Math.min(list.output.count, COUNT_MAX) }
}

/** Reads stored wallets. Entries that are not clearly harmless are dropped, as in any response. */
export const readKeptWallets = (kept: readonly unknown[]): readonly DirectoryWallet[] =>
  readWallets({ data: kept, count: kept.length })?.data ?? []
