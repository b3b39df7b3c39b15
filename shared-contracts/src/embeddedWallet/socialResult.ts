import { safeParse } from 'valibot'
import { isRecord, RESULT_URI_MAX, someTextUpTo } from './bounds.ts'

/** The window name of pop-ups, by which a second press finds the window. Their size is in `limits.ts`. */
export const POPUP_NAME = 'popupWindow'

const ResultUri = someTextUpTo(RESULT_URI_MAX)
const FAILED = /[?&#]error=/

/** A provider's pop-up posts this to the page that opened it: the unchanged input of CONNECT_SOCIAL. */
export interface SocialResult {
  readonly resultUri: string
  /** The provider, or the visitor there, refused. */
  readonly hasFailed: boolean
}

/**
 * Undefined: the message is not from a pop-up. The receiver must check that it came from that window and from the
 * secure site.
 */
export function readSocialResult(value: unknown): SocialResult | undefined {
  try {
    const { success, output } = safeParse(ResultUri, isRecord(value) ? value.resultUri : undefined)
    return success ? { resultUri: output, hasFailed: FAILED.test(output) } : undefined
  } catch {
    return undefined // a getter: not posted by a window
  }
}
