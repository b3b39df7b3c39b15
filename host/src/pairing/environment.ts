import { isMobile, isTelegram, type TelegramSource } from '@portico/contracts/platform'

/** Where the page runs, as far as links to other apps depend on it (chains.md §8.3). */
export interface Environment {
  readonly isMobile: boolean
  readonly isIos: boolean
  readonly isAndroid: boolean
  readonly isSafari: boolean
  /** Inside Telegram's own browser. */
  readonly isTelegram: boolean
  /** Inside a frame of another page. */
  readonly isFramed: boolean
  /** Installed, and opened as an app. */
  readonly isStandalone: boolean
}

interface ClientHints {
  readonly mobile?: boolean
  readonly platform?: string
}

/** As much of `window` as tells. */
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

function isInFrame(page: EnvironmentSource): boolean {
  try {
    return page.self !== page.top
  } catch {
    return true // a page of another origin that does not let us look
  }
}

/**
 * Client hints count before the user agent's text, which claims to be other browsers: Chrome's contains "Safari"
 * (pitfall 35), and an iPad's calls itself a Mac.
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
    // Every browser of iOS has Apple's engine and vendor; those of others say who they are.
    isSafari: !userAgentData && /Apple/.test(vendor) && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\//.test(userAgent),
    isTelegram: isTelegram(page),
    isFramed: isInFrame(page),
    isStandalone: matches('(display-mode: standalone)') || standalone === true,
  }
}
