import type { ChainNamespace } from '@portico/contracts'
import type { Environment } from './environment.ts'

/** The page that is to be opened in a wallet's own browser. */
interface InAppPage {
  readonly href: string
  readonly origin: string
}

interface Request extends InAppPage {
  readonly environment: Pick<Environment, 'isIos'>
  /** The CAIP-2 reference of the page's EVM network. */
  readonly chainId: string | undefined
}

interface InAppWallet {
  /** The wallet's id in the directory. */
  readonly explorerId: string
  readonly namespaces: readonly ChainNamespace[]
  /** The property of `window` that the wallet's own browser sets. */
  readonly flag: string
  url(request: Request): string
}

const enc = encodeURIComponent

function binanceUrl({ href, chainId = '1' }: Request): string {
  const query = btoa(`url=${enc(href)}&defaultChainId=${chainId}`)
  const app = `bnc://app.binance.com/mp/app?appId=yFK5FCqYprrXDiVFbhyRx7&startPagePath=${btoa('/pages/browser/index')}&startPageQuery=${query}`
  return `https://app.binance.com/en/download?_dp=${enc(btoa(app))}`
}

const COINBASE = 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8'

/** Wallets that cannot pair with a phone's browser, but open the page in their own (chains.md §2.8). */
const WALLETS: readonly InAppWallet[] = [
  {
    explorerId: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    namespaces: ['solana', 'eip155', 'bip122'],
    flag: 'phantom',
    url: ({ href, origin, environment }) =>
      environment.isIos
        ? `https://phantom.app/ul/browse/${enc(href)}?ref=${enc(origin)}`
        : `intent://browse/${enc(href)}?ref=${enc(origin)}#Intent;scheme=phantom;package=app.phantom;end`,
  },
  {
    explorerId: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
    namespaces: ['solana'],
    flag: 'solflare',
    url: ({ href }) => `https://solflare.com/ul/v1/browse/${enc(href)}?ref=${enc(href)}`,
  },
  {
    explorerId: COINBASE,
    namespaces: ['solana'],
    flag: 'coinbaseSolana',
    url: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${enc(href)}`,
  },
  {
    explorerId: COINBASE,
    namespaces: ['eip155'],
    flag: 'coinbaseWalletExtension',
    url: ({ href }) => `cbwallet://miniapp?url=${enc(href)}`,
  },
  {
    explorerId: '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
    namespaces: ['bip122'],
    flag: 'binancew3w',
    url: binanceUrl,
  },
]

export interface InAppSituation extends InAppPage {
  readonly environment: Pick<Environment, 'isMobile' | 'isIos'>
  readonly namespace: ChainNamespace
  readonly chainId?: string
  /** Whether `window` has this property, which means that the page is already in the wallet's browser. */
  has(flag: string): boolean
  /** Whether `enableCoinbase` is off; then what Coinbase injects into pages is ignored. */
  readonly isCoinbaseOff?: boolean
}

/** The link that opens the page in a wallet's own browser; undefined if the wallet is reached in another way. */
export function inAppLink(explorerId: string, situation: InAppSituation): string | undefined {
  const { environment, namespace, chainId, href, origin, has, isCoinbaseOff = false } = situation
  if (!environment.isMobile) return undefined
  const wallet = WALLETS.find((known) => known.explorerId === explorerId && known.namespaces.includes(namespace))
  if (!wallet) return undefined
  const isIgnored = isCoinbaseOff && explorerId === COINBASE
  return !isIgnored && has(wallet.flag) ? undefined : wallet.url({ href, origin, environment, chainId })
}
