import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { Refused } from '../../messages/channel.ts'
import { t, type WalletTextKey } from './texts.ts'

/** What else can go wrong is told as something that may work at another time. */
const TEXTS: Partial<Record<FrameFailure, WalletTextKey>> = {
  rejected: 'failure.rejected',
  notConnected: 'failure.notConnected',
  emailInvalid: 'failure.emailInvalid',
  codeWrong: 'failure.codeWrong',
  codeExpired: 'failure.codeExpired',
  codeUsedUp: 'failure.codeUsedUp',
  tooManyCodes: 'failure.tooManyCodes',
  mailUnavailable: 'failure.mailUnavailable',
  deviceRefused: 'failure.deviceRefused',
  socialRefused: 'failure.socialRefused',
  socialUnavailable: 'failure.socialUnavailable',
  farcasterRefused: 'failure.farcasterRefused',
  keyUnavailable: 'failure.keyUnavailable',
  originNotAllowed: 'failure.projectUnknown',
}

/** Why it did not work, in words for whoever stands before the page. */
export const failureText = (error: unknown): string =>
  t((error instanceof Refused && TEXTS[error.failure]) || 'failure.other')
