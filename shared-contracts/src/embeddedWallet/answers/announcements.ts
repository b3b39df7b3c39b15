import { object, optional } from 'valibot'
import { LABEL_MAX, TOKEN_MAX, textUpTo } from '../bounds.ts'

/** Messages that the frame sends without a request. */
export const announcements = {
  /** The frame is ready. Without a payload, only our client starts. The frame's `version` has no effect. */
  READY: optional(object({ version: optional(textUpTo(LABEL_MAX)) }), {}),
  /** Dates from when pages kept a token. Our frame never sends this. */
  SESSION_UPDATE: object({ token: textUpTo(TOKEN_MAX) }),
}
