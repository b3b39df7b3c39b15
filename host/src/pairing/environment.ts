import { isMobile, isTelegram, type TelegramSource } from '@portico/contracts/platform'
import { safely } from '../chains/announced.ts'

/** Where the page runs, as far as this matters for links to other apps (chains.md §8.3). */
export interface Environment {
  readonly isMobile: boolean
  readonly isIos: boolean
  readonly isAndroid: boolean
  readonly isSafari: boolean
  /** Whether the page is in Telegram's browser. */
  readonly isTelegram: boolean
  /** Whether the page is in a frame of another page. */
  readonly isFramed: boolean
  /** Whether the page is installed and has been opened as an app. */
  readonly isStandalone: boolean
}

interface ClientHints {
  readonly mobile?: boolean
  readonly platform?: string
}

/** The parts of `window` that `readEnvironment` needs. */
export interface EnvironmentSource extends TelegramSource {
  readonly navigator: {
    readonly userAgent: string
    readonly vendor?: string
    readonly maxTouchPoints?: number
    readonly userAgentData?: ClientHints
    readonly standalone?: boolean
  }
  matchMedia?(query: string): { readonly matches: boolean }
  readonly self?: unknown
  readonly top?: unknown
}

/**
 * Reads the environment. Client hints take precedence over the user agent string, which pretends to be other browsers:
 * Chrome's contains "Safari" (pitfall 35), and an iPad's claims to be a Mac.
 */
export function readEnvironment(page: EnvironmentSource): Environment {
  const { userAgent, vendor = '', maxTouchPoints = 0, userAgentData, standalone } = page.navigator
  const matches = (query: string) => page.matchMedia?.(query).matches ?? false
  const isIpad = /Macintosh/.test(userAgent) && maxTouchPoints > 1 && /Apple/.test(vendor)
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || isIpad
  const isAndroid = (userAgentData?.platform ?? userAgent).includes('Android')
  return {
    isMobile: isMobile(page),
    isIos,
    isAndroid,
    // Every browser on iOS has Apple's engine and vendor, but all except Safari name themselves.
    isSafari: !userAgentData && /Apple/.test(vendor) && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\//.test(userAgent),
    isTelegram: isTelegram(page),
    // A page of another origin denies access, which means that this page is framed.
    isFramed: safely(() => page.self !== page.top) ?? true,
    isStandalone: matches('(display-mode: standalone)') || standalone === true,
  }
}
