import { boolean, maxLength, object, optional, pipe } from 'valibot'
import { WebAddressText } from '../../services/wireText.ts'
import { LABEL_MAX, RESULT_URI_MAX, textUpTo } from '../bounds.ts'
import { SocialUser } from './users.ts'

/** The page opens a window at this URL, so it must not be one that a browser would run as code. */
const PageAddress = pipe(WebAddressText, maxLength(RESULT_URI_MAX, 'is too long'))

export const socialAnswers = {
  /** Only our frame sends `canLeadBack`. Without it, a page that cannot open windows must not go to the provider. */
  GET_SOCIAL_REDIRECT_URI: object({ uri: PageAddress, canLeadBack: optional(boolean()) }),
  CONNECT_SOCIAL: SocialUser,
  /** The page shows the URL as a code to scan, or opens it on the phone. */
  GET_FARCASTER_URI: object({ url: PageAddress }),
  CONNECT_FARCASTER: object({ userName: textUpTo(LABEL_MAX) }),
}
