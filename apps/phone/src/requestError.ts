/** An error returned to a site: JSON-RPC, EIP-1193 and CAIP-25 codes. */
export class RequestError extends Error {
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RequestError'
    this.code = code
  }
}

export const userRejected = () => new RequestError(5000, 'User rejected.')
export const unsupportedChains = () => new RequestError(5100, 'Unsupported chains.')
export const unsupportedMethod = (method: string) => new RequestError(5101, `Unsupported method: ${method}.`)
export const invalidParams = (method: string) => new RequestError(-32602, `Invalid parameters of ${method}.`)
/** @throws RequestError -32602 with this message if `read` throws */
export function needsReadable<Result>(message: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw new RequestError(-32602, message, { cause })
  }
}
export const userDisconnected = () => new RequestError(6000, 'User disconnected.')
export const unauthorized = () =>
  new RequestError(4100, 'The requested method and/or account has not been authorized by the user.')
export const unknownChain = () =>
  new RequestError(4902, 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.')
export const noNode = (network: string) => new RequestError(4901, `The wallet has no node for ${network}.`)

/** Keeps the error codes of nodes and our own; any other error becomes an internal error. */
export function wireError(thrown: unknown): { code: number; message: string } {
  const { code } = { ...(thrown as { code?: unknown }) }
  return { code: typeof code === 'number' && Number.isInteger(code) ? code : -32603, message: messageOf(thrown) }
}

export const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))
