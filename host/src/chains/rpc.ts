import { ModalError, type Network, TRANSPORT_RANK_INTERVAL_MS } from '@portico/contracts'
import { pause } from '../async/pause.ts'
import { callNode, NodeFailure, type RpcRequest } from './rpcCall.ts'
import { createHealth } from './rpcHealth.ts'

const TIMEOUT_MS = 8_000
const RETRY_COUNT = 1
const RETRY_DELAY_MS = 150
/** The longest wait for a node that limits requests. */
const WAIT_MAX_MS = 2_000
/** The first wait if a node does not name one: doubled each time, until the node answers again. */
const BACK_OFF_MS = 1_000
const BACK_OFF_MAX_MS = 60_000

/** A network's nodes, used as if they were one node. */
export interface Rpc {
  /**
   * Asks the best node, and the next one if it does not answer. An answer that is an error (such as a reverted call, or
   * wrong parameters) is final.
   * @throws RpcError for an error from the node; ModalError `service.unreachable` when no node answers; the signal's
   *   reason
   */
  request(request: RpcRequest, signal?: AbortSignal): Promise<unknown>
  /** Samples the nodes' health every four seconds (rules.md §9) until `signal` aborts, so while a modal is open. */
  watchHealth(signal: AbortSignal): void
}

interface Quiet {
  readonly until: number
  readonly times: number
}

function createBackOff() {
  const quiet = new Map<string, Quiet>()
  const refusing = new Set<string>()
  return {
    /** A node that refuses the page is tried last and not sampled: browsers would log each refusal in the console. */
    isRefusing: (url: string) => refusing.has(url),
    /** Milliseconds until the node may be asked again. */
    msLeft: (url: string) => Math.max(0, (quiet.get(url)?.until ?? 0) - Date.now()),
    /** Records how a request ended. */
    note(url: string, failure?: unknown) {
      if (!failure) {
        quiet.delete(url)
        refusing.delete(url)
      }
      if (failure instanceof NodeFailure && failure.isRefusal) refusing.add(url)
      if (!(failure instanceof NodeFailure && failure.isBusy)) return
      const times = quiet.get(url)?.times ?? 0
      const waitMs = failure.waitMs ?? Math.min(BACK_OFF_MS * 2 ** times, BACK_OFF_MAX_MS)
      quiet.set(url, { until: Date.now() + waitMs, times: times + 1 })
    },
  }
}

/**
 * @param urls in the order in which to try them until their health is known, the site's own first
 * @param probe a cheap request that every node answers
 */
export function createRpc(urls: readonly string[], probe: RpcRequest): Rpc {
  const backOff = createBackOff()
  const watchers = new WeakSet<AbortSignal>()

  async function ask(url: string, request: RpcRequest, timeoutMs: number, signal?: AbortSignal): Promise<unknown> {
    try {
      const answer = await callNode(url, request, { timeoutMs, signal })
      backOff.note(url)
      return answer
    } catch (error) {
      backOff.note(url, error)
      throw error
    }
  }

  const health = createHealth(urls, async (url, timeoutMs, signal) => {
    if (backOff.msLeft(url) || backOff.isRefusing(url)) throw new NodeFailure('The node wants to be left alone')
    try {
      await ask(url, probe, timeoutMs, signal)
    } catch (error) {
      if (error instanceof NodeFailure) throw error // a refusing node is available
    }
  })

  /** Asks the available nodes in turn, each at most once. @returns the answer, or the failure */
  async function round(request: RpcRequest, signal?: AbortSignal): Promise<{ answer: unknown } | { failure: unknown }> {
    let failure: unknown
    for (const url of health.order()) {
      if (backOff.msLeft(url)) continue
      try {
        return { answer: await ask(url, request, TIMEOUT_MS, signal) }
      } catch (error) {
        if (!(error instanceof NodeFailure)) throw error
        failure = error
      }
    }
    return { failure }
  }

  return {
    async request(request, signal) {
      // Delayed, because a fast answer needs no samples.
      const release = health.hold(TRANSPORT_RANK_INTERVAL_MS)
      try {
        let cause: unknown
        for (let retries = 0; retries <= RETRY_COUNT; retries++) {
          const outcome = await round(request, signal)
          if ('answer' in outcome) return outcome.answer
          cause = outcome.failure ?? cause
          const waitMs = Math.min(...urls.map(backOff.msLeft))
          if (retries === RETRY_COUNT || waitMs > WAIT_MAX_MS) break
          await pause(Math.max(waitMs, RETRY_DELAY_MS), signal)
          signal?.throwIfAborted()
        }
        throw new ModalError('service.unreachable', { cause })
      } finally {
        release()
      }
    },
    watchHealth(signal) {
      if (signal.aborted || watchers.has(signal)) return
      watchers.add(signal)
      signal.addEventListener('abort', health.hold(0), { once: true })
    },
  }
}

const clients = new WeakMap<Network, Rpc>()

/**
 * The client for a network's nodes: one per network, which remembers their health.
 * @param opening aborted when the modal closes; until then the nodes' health is sampled
 */
export function rpcOf(network: Network, probe: RpcRequest, opening?: AbortSignal): Rpc {
  const rpc = clients.get(network) ?? createRpc(network.rpcUrls, probe)
  clients.set(network, rpc)
  if (opening) rpc.watchHealth(opening)
  return rpc
}
