import { plainName } from './walletName.ts'

/**
 * Names that visitors trust, and who may announce them (EIP-6963 `rdns`). Kept here and not asked for: the list of wallets
 * in somebody's browser is nobody's business.
 */
const KNOWN: Readonly<Record<string, string>> = {
  'app.phantom': 'Phantom',
  'com.binance.wallet': 'Binance Wallet',
  'com.bitget.web3': 'Bitget Wallet',
  'com.brave.wallet': 'Brave Wallet',
  'com.bybit': 'Bybit Wallet',
  'com.coinbase.wallet': 'Coinbase Wallet',
  'com.crypto.wallet': 'Crypto.com Wallet',
  'com.exodus.web3-wallet': 'Exodus',
  'com.okex.wallet': 'OKX Wallet',
  'com.trustwallet.app': 'Trust Wallet',
  'global.safe': 'Safe',
  'io.metamask': 'MetaMask',
  'io.metamask.flask': 'MetaMask Flask',
  'io.metamask.mobile': 'MetaMask',
  'io.rabby': 'Rabby Wallet',
  'io.zerion.wallet': 'Zerion',
  'me.rainbow': 'Rainbow',
  'org.uniswap.app': 'Uniswap Extension',
  'xyz.frontier.wallet': 'Frontier',
}

const NAMES = new Set(Object.values(KNOWN).map(plainName))

/**
 * Whether a wallet that has announced itself claims to be another one: a known `rdns` under another name, or a known name
 * under an `rdns` that is not its own. Wallets without an `rdns` prove nothing either way.
 */
export function isImpersonator({ name, rdns }: { readonly name: string; readonly rdns?: string }): boolean {
  if (rdns === undefined) return false
  const own = KNOWN[rdns.toLowerCase()]
  const plain = plainName(name)
  return own === undefined ? NAMES.has(plain) : plainName(own) !== plain
}
