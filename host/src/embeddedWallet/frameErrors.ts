import { addErrors, type ErrorCode, isModalError, ModalError } from '@portico/contracts'
import { type EmbeddedWalletErrorCode, embeddedWalletErrors } from '@portico/contracts/embeddedWallet/errorTexts'
import { FRAME_FAILURES } from '@portico/contracts/embeddedWallet/failures'

/** An error of the embedded wallet. The first one loads the texts of all, which the shell does not carry. */
export function frameError(
  code: EmbeddedWalletErrorCode,
  more?: { readonly details?: Readonly<Record<string, unknown>>; readonly cause?: unknown },
): ModalError {
  addErrors(embeddedWalletErrors)
  return new ModalError(code, more)
}

const {
  rejected,
  methodNotAllowed,
  chainUnsupported,
  emailInvalid,
  deviceRefused,
  deviceWaiting,
  keyUnavailable,
  mailUnavailable,
  socialRefused,
  socialUnavailable,
  farcasterRefused,
  tooManyCodes,
  stillPending,
  reverted,
  originNotAllowed,
  notSent,
  fundsMissing,
  wouldFail,
  unreachable,
  nonceTaken,
  feeTooLow,
  capabilityUnsupported,
  batchIdTaken,
  batchUnknown,
  batchTooLarge,
  atomicityUnsupported,
} = FRAME_FAILURES

/** The frame's codes as our error codes; all others are distinguished by `details.code`. */
const meanings: ReadonlyMap<number | undefined, ErrorCode> = new Map([
  [rejected.code, 'connection.requestRejected'],
  [chainUnsupported.code, 'chain.unsupported'],
  [methodNotAllowed.code, 'frame.methodNotAllowed'],
  [emailInvalid.code, 'email.invalid'],
  [mailUnavailable.code, 'email.notSent'],
  [tooManyCodes.code, 'email.tooManyCodes'],
  [deviceRefused.code, 'frame.deviceRefused'],
  [deviceWaiting.code, 'frame.deviceWaiting'],
  [keyUnavailable.code, 'frame.keyUnavailable'],
  [stillPending.code, 'frame.stillPending'],
  [reverted.code, 'frame.reverted'],
  [socialRefused.code, 'social.failed'],
  [socialUnavailable.code, 'social.failed'],
  [farcasterRefused.code, 'farcaster.failed'],
  [originNotAllowed.code, 'frame.domainUnverified'],
  [notSent.code, 'frame.notSent'],
  [fundsMissing.code, 'frame.fundsMissing'],
  [wouldFail.code, 'frame.wouldFail'],
  [unreachable.code, 'frame.unreachable'],
  [nonceTaken.code, 'frame.nonceTaken'],
  [feeTooLow.code, 'frame.feeTooLow'],
  [capabilityUnsupported.code, 'frame.capabilityUnsupported'],
  [batchIdTaken.code, 'frame.batchIdTaken'],
  [batchUnknown.code, 'frame.batchUnknown'],
  [batchTooLarge.code, 'frame.batchTooLarge'],
  [atomicityUnsupported.code, 'frame.atomicityUnsupported'],
])

interface FrameSaid {
  readonly message: string
  readonly code?: number | undefined
  readonly retryAt?: number | undefined
}

/** Whether the wallet waits for the visitor to confirm this device. */
export const isDeviceWaiting = (error: unknown): boolean => isModalError(error) && error.code === 'frame.deviceWaiting'

/**
 * Converts a failure of the frame into one of our errors, with the frame's error as `cause` and its code, if any, in
 * `details.code`. A frame without codes says `Invalid email` (secure-frame.md §9.5).
 */
export function failureError({ message, code, retryAt }: FrameSaid): ModalError {
  addErrors(embeddedWalletErrors)
  const isEmail = code === undefined && message.includes(emailInvalid.message)
  const details = { ...(code !== undefined && { code }), ...(retryAt !== undefined && { retryAt }) }
  return new ModalError(isEmail ? 'email.invalid' : (meanings.get(code) ?? 'frame.failed'), {
    details,
    cause: new Error(message),
  })
}
