/** The error texts that load with the PSBT signing code (`addErrors`). */
export const bitcoinErrors = {
  /** The signed PSBT is compared with the requested one; a different one is not sent. */
  'bitcoin.otherTransaction': { message: 'The wallet signed another transaction. Nothing was sent from here.' },
  /** A wallet that sends by itself reports another transaction than the one it signed: `told`, and `expected`. */
  'bitcoin.otherTransactionId': {
    message: 'The wallet reported another transaction. Check your activity before you send it again.',
  },
} as const

export type BitcoinErrorCode = keyof typeof bitcoinErrors
