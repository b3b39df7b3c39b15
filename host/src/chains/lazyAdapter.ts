import { type ChainAdapter, type ChainNamespace, ModalError } from '@portico/contracts'

/**
 * A chain family whose code is fetched only where a site uses it: when its wallets are looked for, which is when the modal
 * is made. Whatever is asked of it before waits for that. A family whose code does not come has no wallets.
 */
export function lazyAdapter(namespace: ChainNamespace, load: () => Promise<ChainAdapter>): ChainAdapter {
  let here: ChainAdapter | undefined
  let coming: Promise<ChainAdapter> | undefined
  const adapter = (): Promise<ChainAdapter> => {
    coming ??= load().then(
      (loaded) => {
        here = loaded
        return loaded
      },
      (error) => {
        coming = undefined // the next one who asks tries again
        throw error
      },
    )
    return coming
  }

  return {
    namespace,
    watchConnectors(onChange, signal) {
      onChange([])
      adapter().then(
        (loaded) => signal.aborted || loaded.watchConnectors(onChange, signal),
        (error) => console.error('[portico]', error),
      )
    },
    // Where the code is here already nothing is awaited: a wallet opens its window only while the press is handled.
    connect: (connectorId, options) =>
      here ? here.connect(connectorId, options) : adapter().then((loaded) => loaded.connect(connectorId, options)),
    restore: async (connectorId, options) => (await adapter()).restore(connectorId, options),
    disconnect: async (connectorId) => (await adapter()).disconnect(connectorId),
    watchConnection(connectorId, onChange, signal) {
      adapter().then(
        (loaded) => signal.aborted || loaded.watchConnection(connectorId, onChange, signal),
        () => {}, // without code there is no connection either
      )
    },
    getBalance: async (address, network) => (await adapter()).getBalance(address, network),
    signMessage: async (connectorId, address, message) => (await adapter()).signMessage(connectorId, address, message),
    async switchNetwork(connectorId, network) {
      const loaded = await adapter()
      if (!loaded.switchNetwork) throw new ModalError('chain.switchUnavailable', { details: { name: network.name } })
      await loaded.switchNetwork(connectorId, network)
    },
    getProvider: (connectorId) => here?.getProvider(connectorId),
  }
}
