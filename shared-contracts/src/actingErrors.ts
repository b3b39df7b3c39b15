/** The error texts for acting on an account; they load with its code (`addErrors`). */
export const actingErrors = {
  /** The request is not what the visitor saw, or not for the account or network they saw it for. */
  'transaction.unexpected': { message: 'Nothing was sent: {difference}' },
  /** The wallet's answer contains nothing to track the transaction by. */
  'transaction.unknown': { message: 'It may have been sent. Check your activity before you send it again.' },
  /** A node answered with an error. */
  'node.refused': { message: 'The network rejected it: {reason}' },
} as const

export type ActingErrorCode = keyof typeof actingErrors
