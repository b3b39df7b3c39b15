import {
  type ChainAdapter,
  type ConnectOptions,
  type Connector,
  ModalError,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import type { Pairing } from '../pairedWallets.ts'

/**
 * A family whose wallets can also be reached by pairing: what is about the connector `walletConnect` goes to the pairing,
 * everything else to the family's own adapter.
 */
export function withPairing(adapter: ChainAdapter, pairing: Pairing): ChainAdapter {
  const { namespace } = adapter
  const connector: Connector = {
    id: WALLET_CONNECT_ID,
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    namespace,
  }
  const paired = pairing.family(namespace)
  const isPaired = (connectorId: string) => connectorId === WALLET_CONNECT_ID

  async function pair({ signal }: ConnectOptions) {
    const onAbort = () => pairing.cancel()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal?.aborted) throw new ModalError('connection.modalClosed')
      const { answer } = await pairing.prepare()
      const { connections } = await answer
      const connection = connections[namespace]
      if (!connection) throw new ModalError('connection.chainsUnsupported', { details: { namespace } })
      return connection
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    namespace,
    watchConnectors(onChange, signal) {
      adapter.watchConnectors((connectors) => onChange([connector, ...connectors]), signal)
    },
    ...(adapter.home && { home: adapter.home }),
    load: async (connectorId) => (isPaired(connectorId) ? pairing.load() : adapter.load?.(connectorId)),
    connect: (connectorId, options) => (isPaired(connectorId) ? pair(options) : adapter.connect(connectorId, options)),
    restore: async (connectorId, options) =>
      isPaired(connectorId) ? (await pairing.restore())?.connections[namespace] : adapter.restore(connectorId, options),
    disconnect: (connectorId) => (isPaired(connectorId) ? pairing.end() : adapter.disconnect(connectorId)),
    watchConnection: (connectorId, onChange, signal) =>
      (isPaired(connectorId) ? paired : adapter).watchConnection(connectorId, onChange, signal),
    getBalance: (address, network) => adapter.getBalance(address, network),
    signMessage: (connectorId, address, message) =>
      (isPaired(connectorId) ? paired : adapter).signMessage(connectorId, address, message),
    async switchNetwork(connectorId, network) {
      if (isPaired(connectorId)) return paired.switchNetwork(connectorId, network)
      if (!adapter.switchNetwork) throw new ModalError('chain.switchUnavailable', { details: { name: network.name } })
      return adapter.switchNetwork(connectorId, network)
    },
    getProvider: (connectorId) => (isPaired(connectorId) ? paired : adapter).getProvider(connectorId),
  }
}
