/** What a wallet answers instead of a result (EIP-1193, EIP-1474). */
export class ProviderError extends Error {
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
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
export const disconnected = (chainId: number) =>
  new ProviderError(4901, `The wallet has no connection to the chain ${chainId}.`)
export const invalidParams = (method: string) => new ProviderError(-32602, `Invalid parameters of ${method}.`)
export const alreadyPending = (method: string) =>
  new ProviderError(-32002, `Request of type '${method}' already pending. Please wait.`)

/** Wallets disagree on where they put the code of a failed switch; MetaMask's mobile app nests it. */
export function switchError(code: number, isNested: boolean) {
  const message =
    code === 4902
      ? 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.'
      : 'The chain could not be switched.'
  return isNested
    ? new ProviderError(-32603, message, { originalError: { code, message } })
    : new ProviderError(code, message)
}
