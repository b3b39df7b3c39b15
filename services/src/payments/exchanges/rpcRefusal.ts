import type { PayErrorCode, PaymentsRpcError } from '@portico/contracts/services/payments'

/** JSON-RPC 2.0 §5.1 */
export const RPC_CODES = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const

/** The reason why a method of services.md §9.1 failed. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'

  constructor(
    readonly code: number,
    message: string,
    readonly payCode?: PayErrorCode,
  ) {
    super(message)
  }

  toWire(): PaymentsRpcError {
    const { code, message, payCode } = this
    return { code, message, ...(payCode && { data: { code: payCode } }) }
  }
}

/** @param reason begins with the name of the parameter */
export const invalidParams = (reason: string, payCode?: PayErrorCode) =>
  new RpcRefusal(RPC_CODES.invalidParams, `Validation error: ${reason}`, payCode)

/** Clients look for this text (services.md §9.1). */
export const notSupported = (asset: string, exchangeId: string) =>
  invalidParams(`Asset ${asset} is not supported by exchange ${exchangeId}`, 'ASSET_NOT_SUPPORTED')
