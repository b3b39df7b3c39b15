import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient, custom } from 'viem'

const PATIENCE_MS = 10_000

/** Errors that mean that the node did not answer. Any other error is an answer about the contract. */
const OUTAGES: readonly string[] = ['HttpRequestError', 'TimeoutError', 'LimitExceededRpcError', 'InternalRpcError']

export interface WatchedNode {
  readonly client: Client
  /** Whether a call got no response, so that the library's result says nothing about the chain. */
  isOut(): boolean
}

/**
 * A client of a chain's nodes for one question that involves a contract. Off-chain lookups (EIP-3668) are not followed,
 * because a contract could use them to send this service to any address inside its private network.
 */
export function watchNode({ request: ask }: Pick<Client, 'request'>, patienceMs = PATIENCE_MS): WatchedNode {
  let isOut = false
  const request = async (call: Parameters<typeof ask>[0]) => {
    const patience = new AbortController()
    const silence = wait(patienceMs, undefined, { signal: patience.signal, ref: false }).then(() => {
      isOut = true
      throw new Error('no node has answered in time')
    })
    try {
      const answer: unknown = await Promise.race([ask(call), silence])
      if (typeof answer === 'string') return answer
      isOut = true
      throw new Error('what a node says of a contract is hexadecimal text')
    } catch (error) {
      isOut ||= error instanceof Error && OUTAGES.includes(error.name)
      throw error
    } finally {
      patience.abort()
      silence.catch(() => {})
    }
  }
  return {
    client: createClient({ transport: custom({ request }, { retryCount: 0 }), ccipRead: false }),
    isOut: () => isOut,
  }
}
