/** What Telegram puts into the pages that it shows. */
export interface TelegramSource {
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
  readonly Telegram?: unknown
}

/** Whether this page is a mini app: Telegram shows it in a browser of its own, which opens no pop-ups (chains.md §8.3). */
export const isTelegram = (page: TelegramSource = globalThis as never): boolean =>
  Boolean(page.TelegramWebviewProxy || page.TelegramWebviewProxyProto || page.Telegram)

/** As much of `window` as tells. */
export interface DeviceSource {
  readonly navigator?: {
    readonly userAgent: string
    readonly maxTouchPoints?: number
    readonly userAgentData?: { readonly mobile?: boolean }
  }
  matchMedia?(query: string): { readonly matches: boolean }
}

/**
 * Whether this is a device that is held in the hand: it says so, or its main pointer is a finger (chains.md §8.3). An iPad
 * calls itself a Mac; no Mac can be touched.
 */
export function isMobile(page: DeviceSource = globalThis as never): boolean {
  const { userAgent = '', maxTouchPoints = 0, userAgentData } = page.navigator ?? {}
  return (
    userAgentData?.mobile ||
    /iP(hone|ad|od)|Android/.test(userAgent) ||
    (maxTouchPoints > 1 && /Macintosh/.test(userAgent)) ||
    (page.matchMedia?.('(pointer: coarse)').matches ?? false)
  )
}
