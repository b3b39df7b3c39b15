import { type ErrorCode, isModalError, type Translate } from '@portico/contracts'
import { FRAME_FAILURES, type FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { CODES_WINDOW_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { errorText } from '@portico/contracts/ui'

const MINUTE_MS = 60_000

/** The failure code that the frame reported, if any. */
export function frameFailureOf(error: unknown): FrameFailure | undefined {
  if (!isModalError(error)) return
  const { code } = error.details
  return (Object.keys(FRAME_FAILURES) as FrameFailure[]).find((name) => FRAME_FAILURES[name].code === code)
}

export const isErrorOf = (error: unknown, code: ErrorCode): boolean => isModalError(error) && error.code === code

/** Whether the code can no longer work, so a new one is needed. */
export function isCodeSpent(error: unknown): boolean {
  const failure = frameFailureOf(error)
  return failure === 'codeExpired' || failure === 'codeUsedUp'
}

const TEXTS: { readonly [Failure in FrameFailure]?: string } = {
  codeWrong: 'email.code.wrong',
  codeExpired: 'email.code.expired',
  codeUsedUp: 'email.code.usedUp',
  tooManyCodes: 'email.tooManyCodes',
  mailUnavailable: 'email.mailUnavailable',
  deviceRefused: 'email.device.refused',
  keyUnavailable: 'email.keyUnavailable',
  emailTaken: 'email.update.taken',
}

/** The message for an error in the visitor's language. */
export function failureText(t: Translate, error: unknown): string {
  if (!isModalError(error)) return t('email.failed')
  if (error.code === 'email.cooldown') return t('email.cooldown', { seconds: Number(error.details.seconds ?? 0) })
  if (error.code === 'email.invalid') return t('email.invalid')
  const failure = frameFailureOf(error)
  const own = failure && TEXTS[failure]
  if (own) return t(own, { minutes: CODES_WINDOW_MS / MINUTE_MS })
  if (error.code === 'frame.failed') return t('email.failed')
  return errorText(t, error)
}
