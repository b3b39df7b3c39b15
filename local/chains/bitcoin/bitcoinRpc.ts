/** An error that the node itself reports. */
export class BitcoinRpcError extends Error {
  readonly code: number

  constructor({ code, message }: { code: number; message: string }) {
    super(message)
    this.code = code
  }
}

interface Answer {
  readonly id: number
  readonly result: unknown
  readonly error: { readonly code: number; readonly message: string } | null
}

export type Call = readonly [method: string, ...params: unknown[]]

export type BitcoinRpc = ReturnType<typeof createBitcoinRpc>

/**
 * Calls a `bitcoind`.
 * @param url includes the user and the password
 */
export function createBitcoinRpc(url: string) {
  const { username, password, origin } = new URL(url)
  const headers = {
    authorization: `Basic ${btoa(`${username}:${password}`)}`,
    'content-type': 'application/json',
  }

  async function post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    // The node sends errors with status 500 and the reason in the body.
    return response.json()
  }

  const bodyOf = ([method, ...params]: Call, id = 0) => ({ jsonrpc: '1.0', id, method, params })

  const resultOf = ({ result, error }: Answer) => {
    if (error) throw new BitcoinRpcError(error)
    return result
  }

  return {
    /** @throws BitcoinRpcError */
    async call<Result>(...call: Call): Promise<Result> {
      return resultOf((await post('/', bodyOf(call))) as Answer) as Result
    },
    /** All calls in one request, answered in order. @throws BitcoinRpcError if one of them fails */
    async batch<Result>(calls: readonly Call[]): Promise<Result[]> {
      if (calls.length === 0) return []
      const answers = (await post('/', calls.map(bodyOf))) as Answer[]
      return [...answers].sort((a, b) => a.id - b.id).map(resultOf) as Result[]
    },
    /** A call to one of the node's wallets. @throws BitcoinRpcError */
    async wallet<Result>(name: string, ...call: Call): Promise<Result> {
      return resultOf((await post(`/wallet/${name}`, bodyOf(call))) as Answer) as Result
    },
  }
}
