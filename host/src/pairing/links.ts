import { Wallet } from '@portico/contracts/services/wallets'
import { parse } from 'valibot'
import type { Environment } from './environment.ts'

/** The fields of a directory wallet from which links to it can be made. */
export type LinkedWallet = Partial<
  Pick<
    Wallet,
    'mobile_link' | 'desktop_link' | 'webapp_link' | 'link_mode' | 'app_store' | 'play_store' | 'rdns' | 'injected'
  >
>

/** The ways to reach a wallet, each with a tab of its own (chains.md §4.4). */
export type WalletPlatform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export interface PlatformSituation {
  readonly isMobile: boolean
  /** The `rdns` of every wallet that has announced itself, and therefore is installed (pitfall 35). */
  readonly announced: readonly string[]
  /** False on a page without adapters, which cannot use browser wallets. */
  readonly hasAdapters: boolean
  /** Whether `inAppLink` has a link to the wallet. */
  readonly hasInAppLink?: boolean
}

/** The directory's rule: no scheme that browsers handle themselves, because some of these execute their content. */
const isSafeLink = (url: string): boolean => parse(Wallet.entries.mobile_link, url) !== null

/** Turns `metamask`, `metamask:` and `metamask://` into one URL; a page keeps its path. The result ends in a slash. */
function baseOf(link: string): string {
  const whole = link.includes('://') ? link : `${link.replace(/[/:]/g, '')}://`
  return whole.endsWith('/') ? whole : `${whole}/`
}

/** Whether a link is safe to open; otherwise its tab would have a dead button. */
const leadsOut = (link: string | null | undefined): boolean => Boolean(link) && isSafeLink(`${baseOf(link ?? '')}wc`)

/** The ways to reach a wallet, the preferred one first. If no wallet is chosen, there is only a QR code. */
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
  /** The option `wcPayUrl`. */
  readonly payUrl?: string
}

/** The link that passes a pairing to an app or a page; undefined if the link may not be opened. */
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

/** Where to open a link (chains.md §4.5). Frames cannot open apps themselves, and Telegram opens only new windows. */
export const linkTarget = ({ isTelegram, isFramed }: Pick<Environment, 'isTelegram' | 'isFramed'>): LinkTarget =>
  isTelegram ? '_blank' : isFramed ? '_top' : '_self'

/** One step on the way to a wallet; the last step is a QR code. */
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
  /** The option `experimental_preferUniversalLinks`. Without it, a universal link is used only if no scheme exists. */
  readonly prefersUniversal?: boolean
}

/** The steps that lead to a wallet, as far as it has them: universal link, app scheme, store, QR code. */
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
