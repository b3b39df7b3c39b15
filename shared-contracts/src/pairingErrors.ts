/** The error texts that load with the pairing code (`addErrors`). */
export const pairingErrors = {
  'pairing.expired': { message: 'This pairing has expired' },
  'relay.unreachable': { message: 'Couldn’t reach the relay' },
  'relay.clockWrong': { message: 'Session Expired', alert: 'APKT006' },
  'relay.keyInvalid': { message: 'Invalid Project ID', alert: 'APKT007' },
} as const

export type PairingErrorCode = keyof typeof pairingErrors
