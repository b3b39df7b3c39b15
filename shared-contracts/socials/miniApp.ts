import { isTelegram, type TelegramSource } from '../src/platform.ts'

/** The systems that Telegram runs on. `other` stands for its desktop programs and its web pages. */
export type MiniAppSystem = 'ios' | 'macos' | 'android' | 'other'

/** The parts of `window` that `miniAppSystem` reads. */
export interface MiniAppSource extends TelegramSource {
  readonly navigator?: {
    readonly userAgent: string
    readonly maxTouchPoints?: number
  }
}

/** The system that this page runs on as a Telegram mini app; undefined when the page is not a mini app. */
export function miniAppSystem(page: MiniAppSource = globalThis as never): MiniAppSystem | undefined {
  if (!isTelegram(page)) return undefined
  const { userAgent = '', maxTouchPoints = 0 } = page.navigator ?? {}
  if (/Android/.test(userAgent)) return 'android'
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  if (/iP(hone|ad|od)/.test(userAgent) || (maxTouchPoints > 1 && /Macintosh/.test(userAgent))) return 'ios'
  return /Macintosh/.test(userAgent) ? 'macos' : 'other'
}
