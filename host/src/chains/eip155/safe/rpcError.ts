/** The codes of EIP-1193 and EIP-1474 that apply to a Safe; 4902 is from EIP-3326. */
export const RPC_CODES = {
  rejected: 4001,
  unsupportedMethod: 4200,
  disconnected: 4900,
  unknownChain: 4902,
  invalidParams: -32602,
  internal: -32603,
} as const

/** An error with a code, as wallet providers throw. */
export const rpcError = (code: keyof typeof RPC_CODES, message: string): Error & { readonly code: number } =>
  Object.assign(new Error(message), { code: RPC_CODES[code] })
