/** A wallet's error (EIP-1193, EIP-1474). */
export class ProviderError extends Error {
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
    this.code = code
    if (data !== undefined) this.data = data
  }
}

export const userRejected = () => new ProviderError(4001, 'User rejected the request.')
export const unauthorized = () =>
  new ProviderError(4100, 'The requested method and/or account has not been authorized by the user.')
export const unsupportedMethod = (method: string) =>
  new ProviderError(4200, `The wallet does not support the method ${method}.`)
export const disconnected = (chainId: number | string) =>
  new ProviderError(4901, `The wallet has no connection to the chain ${chainId}.`)
export const unreachable = () => new ProviderError(4901, 'The wallet cannot reach the node of this chain.')
export const invalidParams = (method: string) => new ProviderError(-32602, `Invalid parameters of ${method}.`)
export const alreadyPending = (method: string) =>
  new ProviderError(-32002, `Request of type '${method}' already pending. Please wait.`)

export const unknownChain = () =>
  new ProviderError(4902, 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.')
export const addFailed = (code: number) => new ProviderError(code, 'The chain could not be added.')

interface SwitchFailure {
  readonly nestedUnder?: number
  readonly causeUnder?: number
  readonly saysRejected?: boolean
}

/** Wallets put the reason of a failed switch in different places. */
export function switchError(code: number, { nestedUnder, causeUnder, saysRejected }: SwitchFailure) {
  const message = saysRejected ? 'User rejected the request.' : 'The chain could not be switched.'
  const reason = new ProviderError(code, message)
  if (nestedUnder !== undefined)
    return new ProviderError(nestedUnder, 'Internal error.', { originalError: { code, message } })
  if (causeUnder !== undefined) return new ProviderError(causeUnder, 'Internal error.', undefined, { cause: reason })
  return reason
}
