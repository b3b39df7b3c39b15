import { object, optional } from 'valibot'
import { LABEL_MAX, TOKEN_MAX, textUpTo } from '../bounds.ts'

/** What the frame says without having been asked. */
export const announcements = {
  /**
   * The frame can be spoken to. Other clients never begin where the payload is missing; ours do.
   * `version` is that of the frame, and changes nothing.
   */
  READY: optional(object({ version: optional(textUpTo(LABEL_MAX)) }), {}),
  /** Of a time when pages kept a token; nobody keeps it, and our frame does not send any. */
  SESSION_UPDATE: object({ token: textUpTo(TOKEN_MAX) }),
}
