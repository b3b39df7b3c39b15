import { EventEmitter } from 'node:events'
import type { CaipNetworkId, Network } from '@portico/contracts'
import { createSessions, type SessionsOptions } from '../src/pairing/sessions.ts'
import type { Provider } from '../src/pairing/universalProvider.ts'

interface Namespace {
  readonly chains?: readonly string[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events?: readonly string[]
}

export interface WalletRequest {
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

export interface TestSessionOptions {
  readonly networks: readonly Network[]
  readonly namespaces: Readonly<Record<string, Namespace>>
  /** The wallet's answer; a function that throws declines the request. */
  readonly answer?: (requests: WalletRequest) => unknown
  readonly onAdded?: SessionsOptions['onAdded']
}

/** A session as the client has it, without a relay: the test plays the wallet. */
export function testSession({ networks, namespaces, answer = () => '0x5160', onAdded }: TestSessionOptions) {
  const events = new EventEmitter()
  const requests: WalletRequest[] = []
  const session = { topic: 'topic', namespaces, peer: { metadata: { name: 'Phone' } } }
  const client = {
    events,
    async request({ chainId, request }: { chainId: string; request: Omit<WalletRequest, 'chainId'> }) {
      requests.push({ chainId, ...request })
      return answer({ chainId, ...request })
    },
  }
  const provider = { client, session, setDefaultChain() {} } as unknown as Provider
  const preferred: CaipNetworkId[] = []
  const sessions = createSessions({ provider, networks: () => networks, preferredNetworkIds: () => preferred, onAdded })
  sessions.settle()
  return {
    sessions,
    /** The wallet's requests, in order. */
    requests: requests as readonly WalletRequest[],
    /** An event from the wallet about its chain or accounts. */
    says: (name: 'chainChanged' | 'accountsChanged', data: unknown, chainId: string) =>
      events.emit('session_event', { topic: 'topic', params: { event: { name, data }, chainId } }),
    /** Any other event of the client. */
    emit: (event: string, payload: object) => events.emit(event, payload),
    /** The wallet extends or reduces its approval. */
    updates(changed: TestSessionOptions['namespaces']) {
      Object.assign(session, { namespaces: changed })
      events.emit('session_update', { topic: 'topic' })
    },
  }
}
