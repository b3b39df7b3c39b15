/** The part of the error catalogue that comes with the code that signs PSBTs (`addErrors`). */
export const bitcoinErrors = {
  /** What a wallet has signed is compared with what it was asked for, and nothing else is sent. */
  'bitcoin.otherTransaction': { message: 'The wallet signed another transaction. Nothing was sent from here.' },
  /** A wallet that sends by itself names another transaction than the one it signed: `told`, and `expected`. */
  'bitcoin.otherTransactionId': {
    message: 'The wallet reported another transaction. Look at your activity before you send it again.',
  },
} as const

export type BitcoinErrorCode = keyof typeof bitcoinErrors
