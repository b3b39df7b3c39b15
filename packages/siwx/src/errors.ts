const texts = {
  'siwx.invalidSignature': 'The signature is invalid',
  'siwx.unverified': 'The signature could not be checked',
  'siwx.expired': 'The session has expired',
  'siwx.invalidMessage': 'The sign-in message is not valid: {reason}',
  'siwx.notAuthenticated': 'Not authenticated',
  'siwx.refused': 'The service refused: {reason}',
  'siwx.unreachable': 'Couldn’t reach the service',
  'siwx.invalidAnswer': 'Couldn’t read the service’s response',
  'siwe.nonceMissing': 'siweControllerClient:getNonce - nonce is undefined',
  'siwe.messageMissing': 'siweControllerClient:createMessage - message is undefined',
  'siwe.sessionMissing': 'siweControllerClient:getSession - session is undefined',
  'siwe.paramsMissing': 'Failed to get message params!',
  'siwe.addressMissing': 'SIWE session is missing address',
  'siwe.chainIdMissing': 'SIWE session is missing chainId',
  'siwe.notVerified': 'Failed to verify message',
} as const

export type SIWXErrorCode = keyof typeof texts

/**
 * The only error class of this package. Branch on `code`, show `message`; `cause` is the underlying error. A page may
 * contain two copies of the class, so use `isSIWXError` instead of `instanceof`.
 */
export class SIWXError extends Error {
  override readonly name = 'SIWXError'
  readonly code: SIWXErrorCode

  constructor(code: SIWXErrorCode, { reason = '', cause }: { reason?: string; cause?: unknown } = {}) {
    super(
      texts[code].replace('{reason}', () => reason),
      cause === undefined ? undefined : { cause },
    )
    this.code = code
  }
}

export const isSIWXError = (error: unknown): error is SIWXError =>
  error instanceof Error && error.name === 'SIWXError' && Object.hasOwn(texts, (error as SIWXError).code)
