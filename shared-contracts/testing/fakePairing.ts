import {
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  type ErrorCode,
  ModalError,
  type Network,
} from '../src/index.ts'

type Connections = Readonly<Partial<Record<ChainNamespace, Connection>>>

interface Session {
  readonly topic: string
  readonly connections: Connections
}

interface Prepared {
  readonly uri: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  readonly answer: Promise<Session>
}

interface Waiting {
  readonly prepared: Prepared
  resolve(session: Session): void
  reject(error: ModalError): void
}

/** The lifetime of a pairing, 4 minutes (rules.md §4). */
const LIFETIME_MS = 240_000

export interface FakePairing {
  /** Every call so far, in order. */
  readonly calls: readonly string[]
  /** Whether there is a code that can be scanned. */
  readonly isWaiting: boolean
  /** The session that the wallet keeps, which `restore` returns. */
  session: Session | undefined
  /** Makes the wallet that scanned the code approve these connections. */
  agree(connections: Connections): void
  /** Makes the wallet decline, or ends the pairing with another error. */
  refuse(code?: ErrorCode): void
  /** Makes the next `end` fail, as if the wallet were unreachable. */
  failToEnd(): void
  /** Makes the paired wallet report a change by itself. */
  say(namespace: ChainNamespace, change: ConnectionChange): void
  /** The number of listeners to the paired wallet. */
  readonly listeners: number

  load(): Promise<void>
  prepare(): Promise<Prepared>
  cancel(): void
  restore(): Promise<Session | undefined>
  end(): Promise<void>
  family(namespace: ChainNamespace): FakeFamily
  readonly client: unknown
  dispose(): void
}

/** The half of a family's adapter that talks to a paired wallet. */
interface FakeFamily {
  watchConnection(connectorId: string, onChange: (change: ConnectionChange) => void, signal: AbortSignal): void
  signMessage(connectorId: string, address: string, message: string): Promise<string>
  switchNetwork(connectorId: string, network: Network): Promise<void>
  getProvider(connectorId: string): unknown
}

/** Pairing without a relay. There is one code at a time, and the wallet answers when the test says so. */
export function fakePairing(): FakePairing {
  const calls: string[] = []
  const watchers = new Set<{ namespace: ChainNamespace; onChange: (change: ConnectionChange) => void }>()
  let waiting: Waiting | undefined
  let serial = 0
  let failsToEnd = false

  const give = (code: ErrorCode) => {
    const before = waiting
    waiting = undefined
    before?.reject(new ModalError(code))
  }
  const say = (namespace: ChainNamespace, change: ConnectionChange) => {
    for (const watcher of [...watchers]) if (watcher.namespace === namespace) watcher.onChange(change)
  }

  return {
    calls,
    session: undefined,
    get isWaiting() {
      return waiting !== undefined
    },
    get listeners() {
      return watchers.size
    },
    agree(connections) {
      const before = waiting
      waiting = undefined
      const topic = `topic-${serial}`
      const tied = Object.entries(connections).map(([family, connection]) => [
        family,
        { ...connection, session: topic },
      ])
      this.session = { topic, connections: Object.fromEntries(tied) }
      before?.resolve(this.session)
    },
    refuse: (code = 'connection.rejected') => give(code),
    failToEnd() {
      failsToEnd = true
    },
    say,

    load: async () => {},
    async prepare() {
      calls.push('prepare')
      if (waiting) return waiting.prepared
      const reply: Partial<Pick<Waiting, 'resolve' | 'reject'>> = {}
      const answer = new Promise<Session>((resolve, reject) => void Object.assign(reply, { resolve, reject }))
      answer.catch(() => {}) // callers that await the answer still get the rejection
      const prepared = { uri: `wc:${++serial}@2`, expiresAt: Date.now() + LIFETIME_MS, answer }
      waiting = { prepared, ...(reply as Required<typeof reply>) }
      return prepared
    },
    cancel() {
      calls.push('cancel')
      give('connection.modalClosed')
    },
    async restore() {
      calls.push('restore')
      return this.session
    },
    async end() {
      calls.push('end')
      this.session = undefined
      if (!failsToEnd) return
      failsToEnd = false
      throw new ModalError('connection.disconnectFailed')
    },
    family: (namespace) => ({
      watchConnection(_, onChange, signal) {
        const watcher = { namespace, onChange }
        watchers.add(watcher)
        signal.addEventListener('abort', () => watchers.delete(watcher), { once: true })
      },
      signMessage: async (connectorId) => {
        calls.push(`sign ${namespace} ${connectorId}`)
        return '0x5160'
      },
      async switchNetwork(_, { caipNetworkId }) {
        calls.push(`switch ${caipNetworkId}`)
        say(namespace, { type: 'network', caipNetworkId: caipNetworkId })
      },
      getProvider: () => ({ paired: namespace }),
    }),
    client: {},
    dispose: () => watchers.clear(),
  }
}
