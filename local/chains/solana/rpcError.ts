/** https://www.jsonrpc.org/specification#error_object and agave's `rpc-client-types/src/custom_error.rs`. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  preflightFailure: -32002,
  signatureFailure: -32003,
  unsupportedVersion: -32015,
} as const

/** An error in the format of a Solana node. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: keyof typeof RPC_CODES, message: string, data?: unknown) {
    super(message)
    this.code = RPC_CODES[code]
    this.data = data
  }
}
