import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { Refused } from '../../messages/channel.ts'
import { t, type WalletTextKey } from './texts.ts'

/** All other failures get a text that suggests trying again later. */
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

/** The reason for a failure, in words for the visitor. */
export const failureText = (error: unknown): string =>
  t((error instanceof Refused && TEXTS[error.failure]) || 'failure.other')
