import { object, optional } from 'valibot'
import { LABEL_MAX, TOKEN_MAX, textUpTo } from '../bounds.ts'

/** Messages that the frame sends unasked. */
export const announcements = {
  /**
   * The frame is ready for messages. Other clients never start when the payload is missing; ours does. `version` is the
   * frame's and has no effect.
   */
  READY: optional(object({ version: optional(textUpTo(LABEL_MAX)) }), {}),
  /** From a time when pages kept a token. Our frame never sends it. */
  SESSION_UPDATE: object({ token: textUpTo(TOKEN_MAX) }),
}
