import { isTelegram, type TelegramSource } from '../src/platform.ts'

/** Systems that Telegram runs on; `other` covers its desktop programs and web pages. */
export type MiniAppSystem = 'ios' | 'macos' | 'android' | 'other'

/** The parts of `window` that this needs. */
export interface MiniAppSource extends TelegramSource {
  readonly navigator?: {
    readonly userAgent: string
    readonly maxTouchPoints?: number
  }
}

/** The system that this page runs on as a Telegram mini app; undefined outside of one. */
export function miniAppSystem(page: MiniAppSource = globalThis as never): MiniAppSystem | undefined {
  if (!isTelegram(page)) return undefined
  const { userAgent = '', maxTouchPoints = 0 } = page.navigator ?? {}
  if (/Android/.test(userAgent)) return 'android'
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  if (/iP(hone|ad|od)/.test(userAgent) || (maxTouchPoints > 1 && /Macintosh/.test(userAgent))) return 'ios'
  return /Macintosh/.test(userAgent) ? 'macos' : 'other'
}
