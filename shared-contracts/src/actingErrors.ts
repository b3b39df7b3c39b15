/** The error texts for acting on an account. They load together with the code that acts (`addErrors`). */
export const actingErrors = {
  /** The request differs from what the visitor saw, or is not for the account or the network that they saw. */
  'transaction.unexpected': { message: 'Nothing was sent: {difference}' },
  /** The wallet's answer contains nothing by which the transaction could be tracked. */
  'transaction.unknown': { message: 'It may have been sent. Check your activity before you send it again.' },
  /** A node answered with an error. */
  'node.refused': { message: 'The network rejected it: {reason}' },
} as const

export type ActingErrorCode = keyof typeof actingErrors
