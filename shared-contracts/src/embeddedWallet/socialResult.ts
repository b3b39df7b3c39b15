import { safeParse } from 'valibot'
import { isRecord, RESULT_URI_MAX, someTextUpTo } from './bounds.ts'

/** What a pop-up is called and how large it is are in `limits.ts`; a second press finds the window by its name. */
export const POPUP_NAME = 'popupWindow'

const ResultUri = someTextUpTo(RESULT_URI_MAX)
const FAILED = /[?&#]error=/

/** What the pop-up of a provider posts to the page that has opened it: for CONNECT_SOCIAL, as it is. */
export interface SocialResult {
  readonly resultUri: string
  /** The provider, or the visitor there, has refused. */
  readonly hasFailed: boolean
}

/**
 * Undefined: the message is none of a pop-up's. Whether it came from that window, and from the secure site, is for whoever
 * received it to say.
 */
export function readSocialResult(value: unknown): SocialResult | undefined {
  try {
    const { success, output } = safeParse(ResultUri, isRecord(value) ? value.resultUri : undefined)
    return success ? { resultUri: output, hasFailed: FAILED.test(output) } : undefined
  } catch {
    return undefined // a getter: no window has posted it
  }
}
