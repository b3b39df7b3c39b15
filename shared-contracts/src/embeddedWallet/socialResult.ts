import { safeParse } from 'valibot'
import { isRecord, RESULT_URI_MAX, someTextUpTo } from './bounds.ts'

/** The name of pop-up windows, by which a second click finds the same window. The window size is in `limits.ts`. */
export const POPUP_NAME = 'popupWindow'

const ResultUri = someTextUpTo(RESULT_URI_MAX)
const FAILED = /[?&#]error=/

/** What a provider's pop-up posts to the page that opened it. CONNECT_SOCIAL takes `resultUri` unchanged. */
export interface SocialResult {
  readonly resultUri: string
  /** True when the provider refused, or the visitor declined there. */
  readonly hasFailed: boolean
}

/** Undefined if the message is not a pop-up's. Receivers must check that it is from that window and the secure site. */
export function readSocialResult(value: unknown): SocialResult | undefined {
  try {
    const { success, output } = safeParse(ResultUri, isRecord(value) ? value.resultUri : undefined)
    return success ? { resultUri: output, hasFailed: FAILED.test(output) } : undefined
  } catch {
    return undefined // a getter, which no window can post
  }
}
