/** The part of the error catalogue that acting on an account has; it comes with its code (`addErrors`). */
export const actingErrors = {
  /** What is asked for is not what the visitor has seen, or not on the account or network that they saw it for. */
  'transaction.unexpected': { message: 'Nothing was sent: {difference}' },
  /** The wallet has answered with something that it cannot be followed by. */
  'transaction.unknown': { message: 'It may have been sent. Look at your activity before you send it again.' },
  /** A node has answered, and the answer is an error. */
  'node.refused': { message: 'The network refused it: {reason}' },
} as const

export type ActingErrorCode = keyof typeof actingErrors
