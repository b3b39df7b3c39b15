import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { Refused } from '../messages/channel.ts'
import { LoginError } from './createLoginClient.ts'

/** What the page is told where login refuses. */
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

/**
 * Turns what login refuses into what the page is told.
 * @param otherwise where login cannot be reached, or gives a reason that nobody foresaw
 * @throws Refused
 */
export async function orRefuse<Answer>(asked: Promise<Answer>, otherwise: FrameFailure): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    throw new Refused(FAILURES[error.code ?? ''] ?? otherwise)
  }
}
