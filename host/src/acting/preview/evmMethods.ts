import { copyJson, REQUEST_BOUNDS } from '@portico/contracts/embeddedWallet/json'
import type { PreviewRequest } from '@portico/contracts/preview'
import type { Method } from './withMethods.ts'

/** Resolves when the visitor approves. @throws the error that the site gets when they decline */
export type Look = (request: PreviewRequest) => Promise<void>

/** EIP-1193 */
export class ProviderRpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const INVALID_PARAMS = -32602
const UNSUPPORTED_METHOD = 4200

/** Goes by name: other families' wallets may speak JSON-RPC too. Sending a signed transaction does not count. */
const asksForSignature = (method: unknown): method is string =>
  typeof method === 'string' &&
  method !== 'eth_sendRawTransaction' &&
  /^(?:(?:eth|personal|wallet|solana|stx)_)?(?:sign|send|grant)/i.test(method)

interface Rpc {
  readonly method: string
  readonly params?: unknown
}
interface RpcProvider {
  request(request: Rpc, ...more: readonly unknown[]): Promise<unknown>
}

type Callback = (error: unknown, answer?: unknown) => void
interface Payload extends Rpc {
  readonly id?: unknown
}

/** The methods of a provider that speaks JSON-RPC, including `send` and `sendAsync` from before EIP-1193. */
export function rpcMethods(provider: object, look: Look): Readonly<Record<string, Method>> {
  const of = provider as RpcProvider & Record<'send' | 'sendAsync', (...given: readonly unknown[]) => unknown>

  /** The wallet gets a copy of what was shown. */
  async function ask(method: string, params: unknown, ...more: readonly unknown[]): Promise<unknown> {
    const shown = params === undefined ? undefined : copyJson(params, REQUEST_BOUNDS)
    if (params !== undefined && shown === undefined) {
      throw new ProviderRpcError(INVALID_PARAMS, 'The parameters are no JSON')
    }
    await look({ method, params: shown })
    return of.request({ method, ...(shown !== undefined && { params: structuredClone(shown) }) }, ...more)
  }

  function sendAsync(payload: unknown, callback: Callback): unknown {
    const { id, method, params } = (payload ?? {}) as Payload
    if (Array.isArray(payload) && payload.some((one) => asksForSignature(one?.method))) {
      return callback(new ProviderRpcError(UNSUPPORTED_METHOD, 'One request at a time'))
    }
    if (!asksForSignature(method)) return of.sendAsync(payload, callback)
    ask(method, params).then((result) => callback(null, { id, jsonrpc: '2.0', result }), callback)
  }

  return {
    request(given: unknown, ...more: readonly unknown[]) {
      const { method, params } = (given ?? {}) as Rpc
      return asksForSignature(method) ? ask(method, params, ...more) : of.request(given as Rpc, ...more)
    },
    sendAsync,
    send(first: unknown, second?: unknown) {
      const { id, method, params } = (
        typeof first === 'object' ? (first ?? {}) : { method: first, params: second }
      ) as Payload
      if (typeof second === 'function' && typeof of.sendAsync === 'function')
        return sendAsync(first, second as Callback)
      if (!asksForSignature(method)) return of.send(first, second)
      return ask(method, params).then((result) => ({ id, jsonrpc: '2.0', result }))
    },
  }
}
