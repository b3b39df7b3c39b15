import { foldName, lookOf } from './walletName.ts'

/**
 * Names that visitors trust, and who may announce them (EIP-6963 `rdns`). Kept here and not asked for: the list of wallets
 * in somebody's browser is nobody's business.
 */
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

/** MetaMask announces itself otherwise in its own browser and in its edition for developers. */
export const ownerOf = (rdns: string): string => rdns.toLowerCase().replace(/\.(mobile|flask)$/, '')

const LOOKS = new Set(Object.values(KNOWN_WALLETS).flat().map(lookOf))

/**
 * Whether a wallet that has announced itself claims to be another one: the name of a known wallet under an `rdns` that is
 * not its own, or the `rdns` of one under a name that has nothing of its own in it. Wallets without an `rdns` prove nothing
 * either way.
 */
export function isImpersonator({ name, rdns }: { readonly name: string; readonly rdns?: string }): boolean {
  if (rdns === undefined) return false
  const owner = ownerOf(rdns)
  const own = Object.hasOwn(KNOWN_WALLETS, owner) ? KNOWN_WALLETS[owner] : undefined
  return own ? !own.some((known) => foldName(name).includes(lastingPart(known))) : LOOKS.has(lookOf(name))
}

/** Wallets add words to their name, and drop them; its first word stays. */
const lastingPart = (known: string) => foldName(known.split(/[ .]/)[0] ?? known)
