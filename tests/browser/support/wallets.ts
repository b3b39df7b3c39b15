import type { JSHandle } from 'playwright-core'
import type { BitcoinWalletName } from '../../../host/playground/bitcoinWallets.ts'
import type { MultiWalletControls } from '../../../host/playground/multiWallet.ts'
import type { BitcoinControls } from '../../../host/playground/wallet/bitcoin/bitcoinControls.ts'
import type { CoreControls } from '../../../host/playground/wallet/coreControls.ts'
import type { Visit } from './visit.ts'

/** Addresses of account 0 of the development mnemonic on the non-EVM chains. */
export const SOLANA_VISITOR = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
export const BITCOIN_VISITOR = {
  payment: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
  ordinals: 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv',
} as const

/** Names of the non-EVM wallets, which the query has to enable. */
export const WALLET_NAMES = {
  solana: 'Portico Solana Wallet',
  multi: 'Portico Multi Wallet',
  bitcoin: 'Portico Bitcoin Wallet',
  xverse: 'Portico Xverse',
  leather: 'Portico Leather',
} as const

type Act<C, T, A> = (wallet: C, argument: A) => T

/** Acts in a wallet's own window; returns the result. */
const act = <C, T, A>(wallet: JSHandle<C>, run: Act<C, T, A>, argument: A | undefined) =>
  wallet.evaluate(run as (wallet: unknown, argument: unknown) => T, argument as unknown) as Promise<Awaited<T>>

/** `inSolanaWallet(visitor, (wallet) => wallet.lock())`, on a page with `solana=`. */
export async function inSolanaWallet<T, A = undefined>(
  { page }: Visit,
  run: Act<CoreControls, T, A>,
  argument?: A,
): Promise<Awaited<T>> {
  const wallet = await page.evaluateHandle(() => window.solanaWallet as CoreControls)
  return act(wallet, run, argument)
}

/** `inBitcoinWallet(visitor, 'xverse', (wallet) => wallet.setAccount(1))`, on a page with `xverse=`. */
export async function inBitcoinWallet<T, A = undefined>(
  { page }: Visit,
  name: BitcoinWalletName,
  run: Act<BitcoinControls, T, A>,
  argument?: A,
): Promise<Awaited<T>> {
  const wallet = await page.evaluateHandle((wanted) => window.bitcoinWallets?.[wanted] as BitcoinControls, name)
  return act(wallet, run, argument)
}

/** `inMultiWallet(visitor, (wallet) => wallet.solana.lock())`, on a page with `multi=`. */
export async function inMultiWallet<T, A = undefined>(
  { page }: Visit,
  run: Act<MultiWalletControls, T, A>,
  argument?: A,
): Promise<Awaited<T>> {
  const wallet = await page.evaluateHandle(() => window.multiWallet as MultiWalletControls)
  return act(wallet, run, argument)
}

/** How often a method was requested from a wallet. */
export const timesAsked = (log: CoreControls['log'], method: string): number =>
  log.filter((request) => request.method === method).length
