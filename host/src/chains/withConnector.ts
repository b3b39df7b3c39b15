import { type ChainAdapter, type Connector, ModalError } from '@portico/contracts'

/** The adapter methods for the wallet of one connector. */
export type Way = Omit<ChainAdapter, 'namespace' | 'watchConnectors' | 'home' | 'getBalance'>

interface Listing {
  /** The currently listed connectors. */
  connectors(): readonly Connector[]
  /** Calls back when that list changes. */
  watch?(onChange: () => void, signal: AbortSignal): void
}

/** Adds a connector, listed first, to a family's adapter. `way` handles its calls; the adapter handles all others. */
export function withConnector(
  adapter: ChainAdapter,
  connectorId: string,
  { connectors, watch }: Listing,
  way: Way,
): ChainAdapter {
  const of = (id: string): Way => (id === connectorId ? way : adapter)
  return {
    namespace: adapter.namespace,
    watchConnectors(onChange, signal) {
      let found: readonly Connector[] = []
      const list = () => onChange([...connectors(), ...found])
      adapter.watchConnectors((next) => {
        found = next
        list()
      }, signal)
      watch?.(list, signal)
    },
    ...(adapter.home && { home: adapter.home }),
    load: async (id) => of(id).load?.(id),
    connect: (id, options) => of(id).connect(id, options),
    restore: (id, options) => of(id).restore(id, options),
    disconnect: (id) => of(id).disconnect(id),
    watchConnection: (id, onChange, signal) => of(id).watchConnection(id, onChange, signal),
    getBalance: (address, network) => adapter.getBalance(address, network),
    signMessage: (id, address, message) => of(id).signMessage(id, address, message),
    async switchNetwork(id, network) {
      const chosen = of(id)
      if (!chosen.switchNetwork) throw new ModalError('chain.switchUnavailable', { details: { name: network.name } })
      return chosen.switchNetwork(id, network)
    },
    getProvider: (id) => of(id).getProvider(id),
  }
}
