import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { Refused } from '../messages/channel.ts'
import { LoginError } from './createLoginClient.ts'

/** The failures that the page gets for the login service's refusals. */
const FAILURES: Readonly<Record<string, FrameFailure>> = {
  'auth.session': 'notConnected',
  'origin.notAllowed': 'originNotAllowed',
  'project.unknown': 'originNotAllowed',
  'rate.limited': 'tooManyCodes',
  'otp.tooOften': 'tooManyCodes',
  'mail.refused': 'emailInvalid',
  'mail.unavailable': 'mailUnavailable',
  'mail.notConfigured': 'mailUnavailable',
}

/** Turns the service's refusals into failures for the page. @param otherwise for unknown refusals. @throws Refused */
export async function orRefuse<Answer>(answering: Promise<Answer>, otherwise: FrameFailure): Promise<Answer> {
  try {
    return await answering
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    throw new Refused(FAILURES[error.code ?? ''] ?? otherwise)
  }
}
