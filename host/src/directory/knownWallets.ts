import type { Connector } from '@portico/contracts'
import { foldName, lookOf } from './walletName.ts'

/** Trusted names that each `rdns` may use (EIP-6963). Built in: a request would reveal the visitor's wallets. */
export const KNOWN_WALLETS: Readonly<Record<string, readonly string[]>> = {
  'app.backpack': ['Backpack'],
  'app.core.extension': ['Core'],
  'app.keplr': ['Keplr'],
  'app.phantom': ['Phantom'],
  'app.subwallet': ['SubWallet'],
  'com.binance.wallet': ['Binance Wallet'],
  'com.bitget.web3': ['Bitget Wallet'],
  'com.brave.wallet': ['Brave Wallet'],
  'com.bybit': ['Bybit Wallet'],
  'com.coin98': ['Coin98 Wallet'],
  'com.coinbase.wallet': ['Coinbase Wallet', 'Base'],
  'com.crypto.wallet': ['Crypto.com Wallet'],
  'com.exodus.web3-wallet': ['Exodus'],
  'com.okex.wallet': ['OKX Wallet'],
  'com.robinhood.wallet': ['Robinhood Wallet'],
  'com.roninchain.wallet': ['Ronin Wallet'],
  'com.trustwallet.app': ['Trust Wallet'],
  'io.magiceden.wallet': ['Magic Eden'],
  'io.metamask': ['MetaMask'],
  'io.rabby': ['Rabby Wallet'],
  'io.zerion.wallet': ['Zerion'],
  'me.rainbow': ['Rainbow'],
  'pro.tokenpocket': ['TokenPocket'],
  'so.onekey.app.wallet': ['OneKey'],
  'xyz.frontier.wallet': ['Frontier'],
  'xyz.talisman': ['Talisman'],
}

/** The `rdns` without the suffixes that MetaMask uses in its own browser and in its developer edition. */
export const ownerOf = (rdns: string): string => rdns.toLowerCase().replace(/\.(mobile|flask)$/, '')

const LOOKS = new Set(Object.values(KNOWN_WALLETS).flat().map(lookOf))

/**
 * Whether an announced wallet claims to be another one: a known wallet's name under a foreign `rdns`, or a known `rdns`
 * under an unrelated name. Wallets without an `rdns` prove nothing either way.
 */
export function isImpersonator({ name, rdns }: { readonly name: string; readonly rdns?: string }): boolean {
  if (rdns === undefined) return false
  const owner = ownerOf(rdns)
  const own = Object.hasOwn(KNOWN_WALLETS, owner) ? KNOWN_WALLETS[owner] : undefined
  return own ? !own.some((known) => foldName(name).includes(lastingPart(known))) : LOOKS.has(lookOf(name))
}

/** Wallets add and drop words of their names, but keep the first word. */
const lastingPart = (known: string) => foldName(known.split(/[ .]/)[0] ?? known)

/**
 * Whether another wallet of the same family has the same name or `rdns`: one of the two may be an impersonator, so both
 * are marked "look twice". Announcements are untrusted (EIP-6963). A wallet that serves several families has one
 * connector in each.
 */
export const isLookAlike = ({ id, name, namespace, rdns }: Connector, all: readonly Connector[]): boolean =>
  all.some(
    (other) =>
      other.namespace === namespace &&
      other.id !== id &&
      (lookOf(other.name) === lookOf(name) || (rdns !== undefined && other.rdns === rdns)),
  )
