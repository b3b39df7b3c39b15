import { isTelegram, type TelegramSource } from '../src/platform.ts'

/** The systems on which Telegram runs; `other`: its desktop programs and its pages. */
export type MiniAppSystem = 'ios' | 'macos' | 'android' | 'other'

/** As much of `window` as tells. */
export interface MiniAppSource extends TelegramSource {
  readonly navigator?: {
    readonly userAgent: string
    readonly maxTouchPoints?: number
  }
}

/** Under which system this page is a mini app of Telegram; undefined where it is none. */
export function miniAppSystem(page: MiniAppSource = globalThis as never): MiniAppSystem | undefined {
  if (!isTelegram(page)) return undefined
  const { userAgent = '', maxTouchPoints = 0 } = page.navigator ?? {}
  if (/Android/.test(userAgent)) return 'android'
  // An iPad calls itself a Mac; no Mac can be touched.
  if (/iP(hone|ad|od)/.test(userAgent) || (maxTouchPoints > 1 && /Macintosh/.test(userAgent))) return 'ios'
  return /Macintosh/.test(userAgent) ? 'macos' : 'other'
}
