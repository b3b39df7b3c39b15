import type { Place } from '../../interfaces.ts'

export const PLACE: Place = {
  settings: {
    services: 'https://services.example',
    shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
    bundlers: {},
    isDevelopment: false,
  },
  projectId: 'p1',
  page: () => 'https://shop.example',
}

/** An error answer of a node. */
export class NodeError {
  constructor(
    readonly code: number,
    readonly message = 'no',
  ) {}
}

export type Answers = Readonly<Record<string, unknown>>

/** A network without any other activity. */
export const QUIET: Answers = {
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00', gasLimit: '0x1c9c380' },
  eth_maxPriorityFeePerGas: '0x77359400',
  eth_estimateGas: '0x5208',
  eth_getTransactionCount: '0x5',
  eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
  eth_getTransactionByHash: null,
  eth_simulateV1: new NodeError(-32601),
  eth_call: '0x',
  eth_getBalance: '0x56bc75e2d63100000',
}

/** The JSON-RPC service, with an answer for each method; an answer can be a function of the parameters. */
export function createFakeNode(answers: Answers) {
  const requests: { readonly url: string; readonly method: string; readonly params: readonly unknown[] }[] = []
  const fetchFrom = async (url: unknown, init?: RequestInit) => {
    const { id, method, params } = JSON.parse(String(init?.body))
    requests.push({ url: String(url), method, params })
    const known = Object.hasOwn(answers, method) ? answers[method] : new NodeError(-32601)
    const answer = typeof known === 'function' ? await known(params) : known
    const part =
      answer instanceof NodeError ? { error: { code: answer.code, message: answer.message } } : { result: answer }
    return { json: async () => ({ jsonrpc: '2.0', id, ...part }) } as Response
  }
  return {
    requests,
    fetch: fetchFrom as typeof fetch,
    methods: () => requests.map(({ method }) => method),
    last: (method: string) => requests.findLast((call) => call.method === method)?.params,
  }
}
