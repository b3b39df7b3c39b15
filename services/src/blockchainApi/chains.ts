import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { createPublicClient, fallback, http, type PublicClient } from 'viem'
import { ServiceError } from '../http/errors.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'

/** A node that has not answered by then is passed over for the next one of its chain. */
const NODE_WAIT_MS = 10_000

/** The nodes that this service was given (`RPC_UPSTREAMS`), for whoever computes something from a chain. */
export interface Chains {
  readonly ids: readonly CaipNetworkId[]
  /** @throws ServiceError `chain.unsupported` */
  evm(caipNetworkId: CaipNetworkId): PublicClient
  /**
   * Asks a node of a chain that is not EVM's, by JSON-RPC.
   * @throws ServiceError `chain.unsupported`, `upstream.unavailable`
   */
  ask(caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>
}

async function askNode(url: URL, method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
  const waits = [AbortSignal.timeout(NODE_WAIT_MS), ...(signal ? [signal] : [])]
  const { username, password } = url
  // `fetch` refuses a URL that has them.
  const bare = Object.assign(new URL(url), { username: '', password: '' })
  const credentials = [username, password].map(decodeURIComponent).join(':')
  const response = await fetch(bare, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(username && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.any(waits),
  })
  const answer = (await response.json()) as { readonly result?: unknown; readonly error?: unknown }
  if (answer?.error) throw new Error(`${method} failed`, { cause: answer.error })
  return answer?.result
}

export function createChains(upstreams: UpstreamList): Chains {
  const clients = new Map<CaipNetworkId, PublicClient>()
  const urlsOf = (caipNetworkId: CaipNetworkId, isEvm: boolean): readonly URL[] => {
    const urls = upstreams.get(caipNetworkId)
    const isMeant = (parseCaipNetworkId(caipNetworkId).namespace === 'eip155') === isEvm
    if (!urls?.length || !isMeant) throw new ServiceError('chain.unsupported')
    return urls
  }
  return {
    ids: [...upstreams.keys()],
    evm(caipNetworkId) {
      const known = clients.get(caipNetworkId)
      if (known) return known
      const urls = urlsOf(caipNetworkId, true)
      const client = createPublicClient({
        transport: fallback(
          urls.map(({ href }) => http(href, { timeout: NODE_WAIT_MS, retryCount: 0 })),
          // Otherwise it goes through all of them three times more, and who waits for other chains too waits for that.
          { retryCount: 0 },
        ),
      })
      clients.set(caipNetworkId, client)
      return client
    },
    async ask(caipNetworkId, method, params, signal) {
      for (const url of urlsOf(caipNetworkId, false)) {
        try {
          return await askNode(url, method, params, signal)
        } catch (error) {
          if (signal?.aborted) throw error
        }
      }
      throw new ServiceError('upstream.unavailable')
    },
  }
}
