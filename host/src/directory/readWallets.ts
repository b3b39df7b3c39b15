/** The chunk that reads what a directory answers, and what is kept of it. */
import { type Wallet, WalletList } from '@portico/contracts/services/wallets'
import { safeParse } from 'valibot'
import type { DirectoryWallet } from '../registry.ts'

/** Undefined when it is no list of wallets. */
export function readWallets(body: unknown): WalletList | undefined {
  const list = safeParse(WalletList, body)
  return list.success ? list.output : undefined
}

/** Wallets as they were kept: what is not plainly harmless is left out, as of any answer. */
export function readKeptWallets(kept: readonly Readonly<Record<string, unknown>>[]): readonly DirectoryWallet[] {
  return kept.flatMap((entry) => {
    const [wallet]: readonly (Wallet | undefined)[] = readWallets({ data: [entry], count: 1 })?.data ?? []
    const { image_url } = entry
    const isImage = typeof image_url === 'string' && /^(https?:\/\/|data:image\/|\/)/.test(image_url)
    return wallet ? [{ ...wallet, ...(isImage && { image_url }) }] : []
  })
}
