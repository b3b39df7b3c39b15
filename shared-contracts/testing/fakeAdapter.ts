import {
  type Balance,
  type CaipNetworkId,
  type ChainAdapter,
  type ChainNamespace,
  type Connection,
  type ConnectionChange,
  type Connector,
  type ErrorCode,
  ModalError,
  type Network,
} from '../src/index.ts'
import { connectionWith, harbor } from './fixtures.ts'

/** The failures of each method: the name that tests use, and the error code that the contract specifies. */
const FAILURES = {
  connect: {
    rejected: 'connection.rejected',
    pending: 'connection.pending',
    failed: 'connection.failed',
    gone: 'connection.providerMissing',
  },
  restore: { failed: 'connection.failed' },
  disconnect: { failed: 'connection.disconnectFailed' },
  getBalance: { unreachable: 'service.unreachable', unreadable: 'service.invalidAnswer' },
  signMessage: { rejected: 'connection.requestRejected', failed: 'connection.requestFailed' },
  switchNetwork: {
    declined: 'chain.switchDeclined',
    unsupported: 'chain.unsupported',
    pending: 'connection.pending',
    failed: 'connection.requestFailed',
  },
} as const satisfies Record<string, Record<string, ErrorCode>>

type Method = keyof typeof FAILURES

export interface FakeAdapter
  extends Required<Omit<ChainAdapter, 'home' | 'load'>>,
    Pick<ChainAdapter, 'home' | 'load'> {
  /** The calls so far, in order. */
  readonly calls: readonly { readonly method: Method; readonly args: readonly unknown[] }[]
  /**
   * The connections that this browser's wallets would grant, keyed by connector id. `connect` and `disconnect` change
   * them.
   */
  readonly granted: Map<string, Connection>
  balance: Balance
  /** Makes the next call of this method fail. */
  fail<M extends Method>(method: M, failure: keyof (typeof FAILURES)[M]): void
  /** Makes the next call of this method wait until the returned function is called. */
  hold(method: Method): () => void
  /** Makes wallets announce themselves. Wallets that are missing from the list disappear. */
  announce(connectors: readonly Connector[]): void
  /** Makes the wallet of a connection report a change by itself. */
  say(connectorId: string, change: ConnectionChange): void
  /** The current number of listeners to wallets and to connections. */
  readonly listeners: number
}

interface FakeAdapterOptions {
  readonly namespace?: ChainNamespace
  readonly connectors?: readonly Connector[]
  /** Returns the connection that a wallet grants. */
  readonly connection?: (connectorId: string) => Connection
}

/** A chain family without a chain. By default, it answers at once and approves everything. */
export function fakeAdapter({
  namespace = 'eip155',
  connectors = [harbor],
  connection = (connectorId) => ({ ...connectionWith(), connectorId }),
}: FakeAdapterOptions = {}): FakeAdapter {
  const calls: { method: Method; args: readonly unknown[] }[] = []
  const granted = new Map<string, Connection>()
  const failures = new Map<Method, ErrorCode>()
  const gates = new Map<Method, Promise<void>>()
  const finders = new Set<(connectors: readonly Connector[]) => void>()
  const watchers = new Set<{ connectorId: string; onChange: (change: ConnectionChange) => void }>()
  let present = connectors

  async function run<T>(method: Method, args: readonly unknown[], answer: () => T): Promise<T> {
    calls.push({ method, args })
    const failure = failures.get(method)
    const gate = gates.get(method)
    failures.delete(method)
    gates.delete(method)
    await gate
    if (failure) throw new ModalError(failure)
    return answer()
  }

  function listen<T>(listeners: Set<T>, listener: T, signal: AbortSignal): void {
    listeners.add(listener)
    signal.addEventListener('abort', () => listeners.delete(listener))
  }

  const say = (connectorId: string, change: ConnectionChange) => {
    for (const watcher of [...watchers]) if (watcher.connectorId === connectorId) watcher.onChange(change)
  }

  return {
    namespace,
    calls,
    granted,
    balance: { value: '1500000000000000000', decimals: 18, symbol: 'ETH' },
    fail: (method, failure) => void failures.set(method, FAILURES[method][failure] as ErrorCode),
    hold(method) {
      let open = () => {}
      const gate = new Promise<void>((done) => {
        open = done
      })
      gates.set(method, gate)
      return open
    },
    announce(next) {
      present = next
      for (const onChange of [...finders]) onChange(next)
    },
    say,
    get listeners() {
      return finders.size + watchers.size
    },

    watchConnectors(onChange, signal) {
      listen(finders, onChange, signal)
      onChange(present)
    },
    watchConnection(connectorId, onChange, signal) {
      listen(watchers, { connectorId, onChange }, signal)
    },
    connect: (connectorId) =>
      run('connect', [connectorId], () => {
        const made = connection(connectorId)
        granted.set(connectorId, made)
        return made
      }),
    restore: (connectorId) => run('restore', [connectorId], () => granted.get(connectorId)),
    disconnect: (connectorId) => run('disconnect', [connectorId], () => void granted.delete(connectorId)),
    getBalance(address, network) {
      return run('getBalance', [address, network.caipNetworkId], () => this.balance)
    },
    signMessage: (connectorId, address, message) => run('signMessage', [connectorId, address, message], () => '0x5160'),
    switchNetwork: (connectorId: string, network: Network) =>
      run('switchNetwork', [connectorId, network.caipNetworkId], () => {
        const caipNetworkId: CaipNetworkId = network.caipNetworkId
        const now = granted.get(connectorId)
        if (now) granted.set(connectorId, { ...now, caipNetworkId })
        say(connectorId, { type: 'network', caipNetworkId })
      }),
    getProvider: (connectorId) => (present.some(({ id }) => id === connectorId) ? { connectorId } : undefined),
  }
}
