/** The objects that Telegram adds to the pages it shows. */
export interface TelegramSource {
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
  readonly Telegram?: unknown
}

/** Whether this page is a mini app, which Telegram shows in its own browser, without pop-ups (chains.md §8.3). */
export const isTelegram = (page: TelegramSource = globalThis as never): boolean =>
  Boolean(page.TelegramWebviewProxy || page.TelegramWebviewProxyProto || page.Telegram)

/** The parts of `window` that `isMobile` reads. */
export interface DeviceSource {
  readonly navigator?: {
    readonly userAgent: string
    readonly maxTouchPoints?: number
    readonly userAgentData?: { readonly mobile?: boolean }
  }
  matchMedia?(query: string): { readonly matches: boolean }
}

/**
 * Whether this is a handheld device: it reports that it is one, or its main pointer is a finger (chains.md §8.3). An
 * iPad reports itself as a Mac, but no Mac has a touch screen.
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
