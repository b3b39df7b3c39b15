import { object, optional } from 'valibot'
import { LABEL_MAX, TOKEN_MAX, textUpTo } from '../bounds.ts'

/** Messages that the frame sends without a request. */
export const announcements = {
  /**
   * The frame is ready for messages. Other clients never start when the payload is missing; ours does. `version` is the
   * frame's version, and has no effect.
   */
  READY: optional(object({ version: optional(textUpTo(LABEL_MAX)) }), {}),
  /** Dates from when pages kept a token. Our frame never sends this. */
  SESSION_UPDATE: object({ token: textUpTo(TOKEN_MAX) }),
}
