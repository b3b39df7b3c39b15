import { boolean, maxLength, object, optional, pipe } from 'valibot'
import { WebAddressText } from '../../services/wireText.ts'
import { LABEL_MAX, RESULT_URI_MAX, textUpTo } from '../bounds.ts'
import { SocialUser } from './users.ts'

/** The page sends a window there, so it is nothing that a browser would run. */
const PageAddress = pipe(WebAddressText, maxLength(RESULT_URI_MAX, 'is too long'))

export const socialAnswers = {
  /** `canLeadBack`: ours alone say it. Without it a page that has no windows may not leave for the provider. */
  GET_SOCIAL_REDIRECT_URI: object({ uri: PageAddress, canLeadBack: optional(boolean()) }),
  CONNECT_SOCIAL: SocialUser,
  /** To be shown as a code to scan, or opened on the phone. */
  GET_FARCASTER_URI: object({ url: PageAddress }),
  CONNECT_FARCASTER: object({ userName: textUpTo(LABEL_MAX) }),
}
