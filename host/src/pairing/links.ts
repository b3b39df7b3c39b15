import { Wallet } from '@portico/contracts/services/wallets'
import { parse } from 'valibot'
import type { Environment } from './environment.ts'

/** The fields of a directory wallet that lead to it. */
export type LinkedWallet = Partial<
  Pick<
    Wallet,
    'mobile_link' | 'desktop_link' | 'webapp_link' | 'link_mode' | 'app_store' | 'play_store' | 'rdns' | 'injected'
  >
>

/** The ways to a wallet, each with its own tab (chains.md §4.4). */
export type WalletPlatform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export interface PlatformSituation {
  readonly isMobile: boolean
  /** The `rdns` of every wallet that has announced itself, which means that it is installed (pitfall 35). */
  readonly announced: readonly string[]
  /** Without adapters the page cannot use browser wallets. */
  readonly hasAdapters: boolean
  /** A link of `inAppLink` leads to the wallet. */
  readonly hasInAppLink?: boolean
}

/** The directory's rule: no scheme that browsers handle themselves, since some of these execute their content. */
const isSafeLink = (url: string): boolean => parse(Wallet.entries.mobile_link, url) !== null

/** Normalizes `metamask`, `metamask:` and `metamask://` to one scheme; a page keeps its path. Both end with a slash. */
function baseOf(link: string): string {
  const whole = link.includes('://') ? link : `${link.replace(/[/:]/g, '')}://`
  return whole.endsWith('/') ? whole : `${whole}/`
}

/** Whether a link may be opened. One that may not would give its tab a dead button. */
const leadsOut = (link: string | null | undefined): boolean => Boolean(link) && isSafeLink(`${baseOf(link ?? '')}wc`)

/** The ways to a wallet, the preferred one first. Without a wallet there is only the code to scan. */
export function platformsOf(wallet: LinkedWallet | undefined, situation: PlatformSituation): WalletPlatform[] {
  if (!wallet) return ['qrcode']
  const { isMobile, announced, hasAdapters, hasInAppLink = false } = situation
  const { rdns, injected, mobile_link, webapp_link, desktop_link } = wallet
  const isForBrowsers = Boolean(rdns || injected?.length)
  const isInstalled = hasAdapters && typeof rdns === 'string' && announced.includes(rdns)
  const ways: WalletPlatform[] = [
    ...(isInstalled ? (['browser'] as const) : []),
    ...(mobile_link ? ([isMobile ? 'mobile' : 'qrcode'] as const) : []),
    ...(leadsOut(webapp_link) ? (['web'] as const) : []),
    ...(leadsOut(desktop_link) && !isMobile ? (['desktop'] as const) : []),
  ]
  if (ways.length > 0) return ways
  return isForBrowsers && !hasInAppLink ? ['unsupported'] : ['qrcode']
}

const isWebLink = (link: string) => /^https?:\/\//i.test(link)

export interface LinkOptions {
  readonly environment: Pick<Environment, 'isTelegram' | 'isAndroid'>
  /** `wcPayUrl` */
  readonly payUrl?: string
}

/** The link that hands a pairing to an app or a page; undefined if it may not be opened. */
export function pairingLink(link: string | null | undefined, uri: string, options: LinkOptions): string | undefined {
  if (!link) return undefined
  const { environment, payUrl } = options
  const whole = payUrl === undefined ? uri : `${uri}&pay=${encodeURIComponent(payUrl)}`
  const once = encodeURIComponent(whole)
  const encoded = environment.isTelegram && environment.isAndroid ? encodeURIComponent(once) : once
  const url = `${baseOf(link)}wc?uri=${encoded}`
  return isSafeLink(url) ? url : undefined
}

export type LinkTarget = '_self' | '_top' | '_blank'

/** Where to open a link (chains.md §4.5): frames cannot open apps themselves, and Telegram opens only new windows. */
export const linkTarget = ({ isTelegram, isFramed }: Pick<Environment, 'isTelegram' | 'isFramed'>): LinkTarget =>
  isTelegram ? '_blank' : isFramed ? '_top' : '_self'

/** A way out of the page, in the order of attempts; the last one is a code to scan. */
export type LinkStep =
  | {
      readonly kind: 'universal' | 'native' | 'store'
      readonly href: string
      readonly target: LinkTarget
      readonly base?: string
    }
  | { readonly kind: 'qrcode' }

export interface LinkStepOptions {
  readonly environment: Environment
  readonly payUrl?: string
  /** `experimental_preferUniversalLinks`; without it, a universal link is used only if there is no scheme. */
  readonly prefersUniversal?: boolean
}

/** The steps that a wallet offers: universal link, app scheme, store, code. */
export function linkSteps(wallet: LinkedWallet, uri: string, options: LinkStepOptions): LinkStep[] {
  const { environment, prefersUniversal = false } = options
  const target = linkTarget(environment)
  const step = (kind: 'universal' | 'native', link: string | null | undefined): LinkStep[] => {
    const href = pairingLink(link, uri, options)
    return href && link ? [{ kind, href, target, base: baseOf(link) }] : []
  }
  const isApp = Boolean(wallet.mobile_link && !isWebLink(wallet.mobile_link))
  const universal = prefersUniversal || !isApp ? step('universal', wallet.link_mode) : []
  const own = step(isApp ? 'native' : 'universal', wallet.mobile_link)
  const store = environment.isIos ? wallet.app_store : environment.isAndroid ? wallet.play_store : undefined
  return [
    ...universal,
    ...own,
    ...(store && isSafeLink(store) ? ([{ kind: 'store', href: store, target: '_blank' }] as const) : []),
    { kind: 'qrcode' },
  ]
}
