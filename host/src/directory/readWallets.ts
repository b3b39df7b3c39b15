import { ENTRIES_MAX } from '@portico/contracts/services/walletQuery'
import { type Wallet, WalletList } from '@portico/contracts/services/wallets'
import { safeParse } from 'valibot'
import { cleanName } from '../chains/announced.ts'
import type { DirectoryWallet } from './walletDirectory.ts'

/** A directory that claims more than this is not believed. */
const COUNT_MAX = 100_000

/** A name is one line without direction characters, as that of a wallet which announces itself. */
const withCleanName = (wallet: Wallet): readonly Wallet[] => {
  const name = cleanName(wallet.name)
  return name ? [{ ...wallet, name }] : []
}

/** Undefined when it is no list of wallets. More than anybody asks for at once is not read. */
export function readWallets(body: unknown): WalletList | undefined {
  const { data, count } = (body ?? {}) as { readonly data?: unknown; readonly count?: unknown }
  const list = safeParse(WalletList, { data: Array.isArray(data) ? data.slice(0, ENTRIES_MAX) : data, count })
  if (!list.success) return undefined
  const byId = new Map(list.output.data.flatMap(withCleanName).map((wallet) => [wallet.id, wallet]))
  return { data: [...byId.values()], count: Math.min(list.output.count, COUNT_MAX) }
}

/** Wallets as they were kept: what is not plainly harmless is left out, as of any answer. */
export const readKeptWallets = (kept: readonly unknown[]): readonly DirectoryWallet[] =>
  readWallets({ data: kept, count: kept.length })?.data ?? []
