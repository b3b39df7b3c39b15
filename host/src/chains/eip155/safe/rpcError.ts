/** EIP-1193 and EIP-1474, as far as a Safe has something to say with them; 4902 is that of EIP-3326. */
export const RPC_CODES = {
  rejected: 4001,
  unsupportedMethod: 4200,
  disconnected: 4900,
  unknownChain: 4902,
  invalidParams: -32602,
  internal: -32603,
} as const

/** What a wallet's provider throws: an error with a code. */
export const rpcError = (code: keyof typeof RPC_CODES, message: string): Error & { readonly code: number } =>
  Object.assign(new Error(message), { code: RPC_CODES[code] })
