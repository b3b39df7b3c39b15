import { addErrors, type ErrorCode, isModalError, ModalError } from '@portico/contracts'
import { type EmbeddedWalletErrorCode, embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { FRAME_FAILURES, type FrameFailure } from '@portico/contracts/embeddedWallet/failures'

/**
 * An error of the embedded wallet. The first such error loads the texts for all such errors, which the shell does not
 * contain.
 */
export function frameError(
  code: EmbeddedWalletErrorCode,
  more?: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown },
): ModalError {
  addErrors(embeddedWalletErrors)
  return new ModalError(code, more)
}

/** Our error codes for the frame's failures; any other failure is recognized by its `details.code`. */
const MEANINGS: Readonly<Partial<Record<FrameFailure, ErrorCode>>> = {
  rejected: 'connection.requestRejected',
  chainUnsupported: 'chain.unsupported',
  methodNotAllowed: 'frame.methodNotAllowed',
  emailInvalid: 'email.invalid',
  mailUnavailable: 'email.notSent',
  tooManyCodes: 'email.tooManyCodes',
  deviceRefused: 'frame.deviceRefused',
  deviceWaiting: 'frame.deviceWaiting',
  keyUnavailable: 'frame.keyUnavailable',
  stillPending: 'frame.stillPending',
  reverted: 'frame.reverted',
  socialRefused: 'social.failed',
  socialUnavailable: 'social.failed',
  farcasterRefused: 'farcaster.failed',
  originNotAllowed: 'frame.domainUnverified',
  notSent: 'frame.notSent',
  fundsMissing: 'frame.fundsMissing',
  wouldFail: 'frame.wouldFail',
  unreachable: 'frame.unreachable',
  nonceTaken: 'frame.nonceTaken',
  feeTooLow: 'frame.feeTooLow',
  capabilityUnsupported: 'frame.capabilityUnsupported',
  batchIdTaken: 'frame.batchIdTaken',
  batchUnknown: 'frame.batchUnknown',
  batchTooLarge: 'frame.batchTooLarge',
  atomicityUnsupported: 'frame.atomicityUnsupported',
}
const meanings = new Map<number | undefined, ErrorCode>(
  Object.entries(MEANINGS).map(([failure, meaning]) => [FRAME_FAILURES[failure as FrameFailure].code, meaning]),
)

interface FrameSaid {
  readonly message: string
  readonly code?: number | undefined
  readonly retryAt?: number | undefined
}

/** Whether the wallet waits for the visitor to confirm this device. */
export const isDeviceWaiting = (error: unknown): boolean => isModalError(error) && error.code === 'frame.deviceWaiting'

/**
 * Converts a failure of the frame into one of our errors, with the frame's error as `cause` and its code, if any, in
 * `details.code`. A frame that has no error codes says `Invalid email` (secure-frame.md §9.5).
 */
export function failureError({ message, code, retryAt }: FrameSaid): ModalError {
  addErrors(embeddedWalletErrors)
  const isEmail = code === undefined && message.includes(FRAME_FAILURES.emailInvalid.message)
  const details = { ...(code !== undefined && { code }), ...(retryAt !== undefined && { retryAt }) }
  return new ModalError(isEmail ? 'email.invalid' : (meanings.get(code) ?? 'frame.failed'), {
    details,
    cause: new Error(message),
  })
}
