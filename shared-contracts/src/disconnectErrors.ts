/** The error texts that load with the code that ends connections (`addErrors`). */
export const disconnectErrors = {
  'connection.disconnectFailed': { message: 'Failed to disconnect' },
  'connection.disconnectChainsFailed': { message: 'Failed to disconnect chains: {reason}' },
} as const

export type DisconnectErrorCode = keyof typeof disconnectErrors
