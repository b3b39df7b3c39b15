import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { createPublicClient, fallback, http, type PublicClient } from 'viem'
import { ServiceError } from '../http/errors.ts'
import { RPC_NAMESPACES } from '../jsonRpc/methods.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import { createUpstreams, type Upstreams, type UpstreamsOptions } from '../jsonRpc/upstreams.ts'
import { createLog, type Log } from '../log.ts'

/** How long one node may take before the chain's next node is tried. */
const NODE_WAIT_MS = 10_000

/** The chains with configured nodes (`RPC_UPSTREAMS`), for code that needs data from a chain. */
export interface Chains {
  readonly ids: readonly CaipNetworkId[]
  /** @throws ServiceError `chain.unsupported` */
  evm(caipNetworkId: CaipNetworkId): PublicClient
  /**
   * Queries the nodes of a non-EVM chain by JSON-RPC until one of them returns a result.
   * @param signal a result that arrives after the abort is dropped
   * @throws ServiceError `chain.unsupported`, `upstream.unavailable`
   */
  ask(caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>
}

export interface ChainsOptions {
  /** Records failing nodes. */
  readonly log?: Log
  /** Closes the connections to the nodes when it aborts. */
  readonly signal?: AbortSignal
}

const createEvmClient = (urls: readonly URL[]) =>
  createPublicClient({
    transport: fallback(
      urls.map(({ href }) => http(href, { timeout: NODE_WAIT_MS, retryCount: 0 })),
      // The default would try all nodes three more times, and requests for other chains would wait as well.
      { retryCount: 0 },
    ),
  })

export function createChains(upstreams: UpstreamList, { log = createLog(), signal: life }: ChainsOptions = {}): Chains {
  const clients = new Map<CaipNetworkId, PublicClient>()
  const nodes = new Map<CaipNetworkId, Upstreams>()
  const createNodes = (chain: UpstreamsOptions['chain'], urls: readonly URL[]) =>
    createUpstreams({
      chain,
      urls,
      log,
      signal: life,
      attemptTimeoutMs: NODE_WAIT_MS,
      totalTimeoutMs: NODE_WAIT_MS * urls.length,
      isErrorFinal: false,
    })
  for (const [caipNetworkId, urls] of upstreams) {
    const { namespace: name } = parseCaipNetworkId(caipNetworkId)
    const namespace = RPC_NAMESPACES.find((known) => known === name)
    if (namespace === 'eip155') clients.set(caipNetworkId, createEvmClient(urls))
    else if (namespace) nodes.set(caipNetworkId, createNodes({ caipNetworkId, namespace }, urls))
  }

  function find<Kind>(kind: ReadonlyMap<CaipNetworkId, Kind>, caipNetworkId: CaipNetworkId): Kind {
    const found = kind.get(caipNetworkId)
    if (!found) throw new ServiceError('chain.unsupported')
    return found
  }

  return {
    ids: [...upstreams.keys()],
    evm: (caipNetworkId) => find(clients, caipNetworkId),
    async ask(caipNetworkId, method, params, signal) {
      const call = { method, params: JSON.stringify(params) }
      const [answer] = (await find(nodes, caipNetworkId).ask([call])) ?? []
      signal?.throwIfAborted()
      if (!answer || 'error' in answer) throw new ServiceError('upstream.unavailable')
      return JSON.parse(answer.result)
    },
  }
}
