/** The error texts that load with the PSBT signing code (`addErrors`). */
export const bitcoinErrors = {
  /** The signed PSBT is compared with the requested one. If the two differ, it is not sent. */
  'bitcoin.otherTransaction': { message: 'The wallet signed a different transaction. Nothing was sent from here.' },
  /** A wallet that sends by itself reported a transaction (`told`) other than the one that it signed (`expected`). */
  'bitcoin.otherTransactionId': {
    message: 'The wallet reported a different transaction. Check your activity before you send it again.',
  },
} as const

export type BitcoinErrorCode = keyof typeof bitcoinErrors
